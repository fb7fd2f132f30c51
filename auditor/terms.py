"""The closed vocabularies of an epistemic audit: every word a register may use where it may not choose
freely, each with the sentence that says what the word claims. Nothing else in the package lists them."""

from __future__ import annotations

from enum import StrEnum
from typing import Self


class Term(StrEnum):
    """A word of a closed vocabulary. The value is the word as written; `meaning` is its sentence."""

    meaning: str

    def __new__(cls, word: str, meaning: str) -> Self:
        member = str.__new__(cls, word)
        member._value_ = word
        member.meaning = meaning
        return member

    @classmethod
    def of(cls, word: str | None) -> Self | None:
        """The member that a word names; None where it names none."""
        return cls._value2member_map_.get(word)  # type: ignore[return-value]


class Kind(Term):
    """The kinds of record, by the letters in their identifiers."""

    SOURCE = "SRC", "one frozen body of evidence: a git commit or a capture with a digest"
    COMPONENT = "CMP", "a part that runs or is consulted: model, service, process, store engine"
    OBJECT = "OBJ", "operative object: content that is stored, passed or relied on"
    ROUTE = "RTE", "a path from a trigger to an effect on content, reliance or behaviour"
    CLAIM = "CLM", "something the system says about itself"
    ABSENCE = "ABS", "something looked for and not found: where, how, at which revision"
    AUTHORITY_PATH = "BAP", "consumer, channel, force and horizon by which content affects behaviour"


class MemberKind(Term):
    """The record members of an audit set."""

    RUNTIME = "runtime", "what runs: components, routes and their owners; declares RT- records"
    MEMORY = "memory", "what is remembered: lineage, consumers, read-back; declares MEM- records"
    EPISTEMIC = "epistemic", "what is taken to be true, on whose say-so; declares EPI- records"

    @property
    def prefix(self) -> str:
        """The prefix of the identifiers that this member declares, without its hyphen."""
        return {"runtime": "RT", "memory": "MEM", "epistemic": "EPI"}[self.value]


class BoundaryKind(Term):
    """How much of the system the audit covers."""

    WHOLE_SYSTEM = "whole-system", "everything that the frozen sources hold"
    SUBSYSTEM_ONLY = "subsystem-only", "one part, chosen and named"
    PARTIAL_LOOP = "complete artifact, partial loop", "all that is shipped, of a loop others complete"


class Grounding(Term):
    """What the findings were read from."""

    CODE_GROUNDED = "code-grounded", "the executable source was read"
    DOC_GROUNDED = "doc-grounded", "only documents were read"


class SourceKind(Term):
    """How a source is frozen."""

    GIT = "git", "a repository at a full commit"
    CAPTURE = "capture", "a file or folder pinned by SHA-256"


class EvidenceLayer(Term):
    """What a body of evidence can support."""

    IMPLEMENTATION = "implementation", "supports inspected executable behaviour"
    DOCTRINE = "doctrine/design", "supports declared intent or contract"
    REPORTED = "reported operation", "supports operation attributed by someone, with no run to inspect"
    OBSERVED = "observed run", "supports what an inspectable trace or artifact of a run shows"
    EXPERIMENT = "causal experiment", "supports what an intervention with a comparison shows"


class StatusLayer(Term):
    """The layers on which a record has a conclusion status."""

    IMPLEMENTATION = "implementation", "what the executable source shows"
    DOCTRINE = "doctrine", "what documents declare"
    OPERATION = "operation", "what runs show"
    CAUSAL = "causal", "what experiments show"


class ConclusionStatus(Term):
    """What is concluded of a record on one layer."""

    ABSENT = "absent", "looked for and not found"
    INAPPLICABLE = "inapplicable", "the question does not arise; carries a reason"
    UNINSPECTED = "uninspected", "not looked at; carries a reason, or the evidence limits do"
    CLAIMED = "claimed", "said by the system or its makers"
    AFFORDED = "afforded", "made possible by the source, not connected"
    WIRED = "wired", "connected in the source, not seen to run"
    OBSERVED = "observed", "seen in an inspectable run"
    CAUSALLY_SUPPORTED = "causally supported", "shown by an intervention with a comparison"


class Guarantee(Term):
    """The strength of a claimed guarantee."""

    INVARIANT = "invariant", "cannot be broken by the inspected code"
    PROTOCOL = "protocol", "holds when the parties follow the protocol"
    POLICY = "policy", "holds by a rule that someone applies"
    BEST_EFFORT = "best effort", "tried, with failure allowed"
    DEPLOYMENT = "deployment guarantee", "holds by how the system is deployed"
    NONE = "no claimed guarantee", "nothing is promised"


class ArchitecturalStatus(Term):
    """What a ledger row's route is, in the architecture."""

    IMPLEMENTED = "implemented", "its implementation was inspected"
    OBSERVED_ONLY = "observed, implementation uninspected", "seen in a run, its code not read"
    DOCTRINE_ONLY = "doctrine only", "documents alone say so"
    NO_ROUTE = "no route found within boundary", "looked for within the boundary and not found"
    NOT_DETERMINABLE = "not determinable", "the evidence at hand cannot decide"


class RouteFunction(Term):
    """What a route does in a ledger row; `other — …` names a function beyond these."""

    TRANSFORMATION = "content transformation", "content becomes other content"
    CHECK = "check/evidence production", "a verdict on content is made"
    DISPOSITION = "disposition/acceptance", "content is admitted, rejected or accepted on a verdict"
    RETENTION = "retention", "content is kept beyond the call"
    INTEGRATION = "lifecycle integration", "accepted content changes what is kept; only after acceptance"
    CONSUMPTION = "operational admission/selection/consumption", "content is chosen and used"
    ADAPTATION = "behavior/policy adaptation", "how the system behaves is changed"
    LINEAGE = "lineage/freshness/recovery", "origin, age or recovery of content is handled"


class ContentRelation(Term):
    """How content after a route relates to content before it; the first whose test is established."""

    ACQUISITION = "acquisition/import", "content is taken in from outside, not produced"
    RESHAPING = "non-ampliative reshaping", "same content, other shape"
    DERIVATION = "entailed derivation", "follows from stated premises within a domain"
    CONJECTURE = "ampliative conjecture", "says more than its premises entail"
    INDETERMINATE = "indeterminate", "the evidence cannot say which of these it is"
    POLICY_UPDATE = "policy/content update", "changes a rule or content that is not true or false"
    NO_CHANGE = "no content change", "content stays as it was"

    @property
    def printed(self) -> str:
        """The relation as reports print it, without what stands beside it."""
        if self is ContentRelation.NO_CHANGE:
            return self.value
        if self is ContentRelation.POLICY_UPDATE:
            return f"non-truth-apt {self.value}"
        return f"truth-apt transformation: {self.value}"


class Warrant(Term):
    """What becomes of the source's warrant when content is acquired."""

    PRESERVED = "preserved", "the source's warrant still carries"
    DEGRADED = "degraded", "part of the source's warrant is lost"
    UNKNOWN = "unknown", "nothing establishes the source's warrant"


class Force(Term):
    """The force with which something acts on a consumer."""

    ADVISORY = "advisory", "may be followed or not"
    RANKING = "ranking", "orders what is considered"
    PERMISSIVE = "permissive", "allows what was not allowed"
    ENFORCING = "enforcing", "cannot be passed by the consumer"
    UNSTATED = "unstated", "the evidence does not say; the sentence beside it does what it can"


class Form(Term):
    """The representational form of a component or object."""

    NATURAL_LANGUAGE = "natural-language", "sentences"
    SYMBOLIC = "symbolic", "code, fields, numbers, links"
    PARAMETRIC = "distributed-parametric", "weights or vectors"
    UNSTATED = "unstated", "the evidence does not say; the sentence beside it does what it can"


class Reading(Term):
    """How much of a coverage entry was read; only `whole` is complete."""

    WHOLE = "whole", "read from beginning to end"
    PART = "part", "read in part"
    SEARCH = "search", "searched, not read"
    SUPPLIED = "supplied", "known from another member's records"
    NONE = "none", "not read"


class ThresholdRole(Term):
    """What a number bounds, gates or ranks."""

    CUT_OFF = "cut-off", "a score is compared with it"
    TOP_K = "top-k", "so many are taken"
    TRUNCATION = "truncation", "content is cut there"
    BUDGET = "budget", "so much may be spent"
    TIMEOUT = "timeout", "waiting ends there"
    RETRY = "retry", "tries end there"
    TTL = "ttl", "content lives so long"
    DECAY = "decay", "a score fades by it"
    WEIGHT = "weight", "a score is multiplied by it"
    INTERVAL = "interval", "something happens that often"
    BATCH = "batch", "so many are handled at once"
    OTHER = "other", "none of these"


class AmendmentKind(Term):
    """What an amendment does to records."""

    CORRECTION = "correction", "a field of a record says something else now"
    SUPERSESSION = "supersession", "a record gives way to declared records"
    JUDGEMENT = "judgement", "an older text was judged against a newer one"


class Section(Term):
    """The sections of prose that a member may hold."""

    BOUNDARY = "boundary", "what is inside, what outside, on what evidence"
    INVENTORY = "inventory", "prose beside the epistemic-object inventory"
    LEDGER = "ledger", "prose beside the authority-route ledger"
    COMPARISON = "comparison", "prose beside the claim comparison"
    ACCOUNT = "account", "the runtime account"
    CORE_IDEAS = "core_ideas", "a memory member's core ideas"
    WRITE_SIDE = "write_side", "how memory is written"
    READ_BACK = "read_back", "how memory is read back"
    INTEGRATION_ISSUES = "integration_issues", "where memory and the rest meet badly"
    CHECKS = "checks", "what is checked"
    RECONCILIATION = "reconciliation", "how the members' records agree"
    SYNTHESIS = "synthesis", "what the members say together"


class Negative(Term):
    """The reach of a negative conclusion."""

    WHOLE_SYSTEM = "whole-system", "nothing in the system does it; needs complete coverage"
    BOUNDED = "bounded", "nothing in what was read does it"


class Tier(Term):
    """How long a record is meant to hold."""

    LONG = "long", "keeps applying indefinitely"
    SHORT = "short", "consumed by a date or an event"


class Assessment(Term):
    """How far an axis of the memory profile is known."""

    KNOWN = "known", "values found, and complete"
    PARTIAL = "partial", "values found, perhaps not all"
    ABSENT = "absent", "looked for and not found; cites an evidenced absence"
    INAPPLICABLE = "inapplicable", "the question does not arise"
    UNINSPECTED = "uninspected", "not looked at"
    NOT_DETERMINABLE = "not-determinable", "the evidence cannot decide"


class Basis(Term):
    """What a value of the memory profile rests on."""

    CLAIMED = "claimed", "said by the system or its makers"
    AFFORDED = "afforded", "made possible by the source, not connected"
    WIRED = "wired", "connected in the source, not seen to run"
    OBSERVED = "observed", "seen in an inspectable run"
    CAUSALLY_SUPPORTED = "causally supported", "shown by an intervention with a comparison"


class Axis(Term):
    """The ten axes of the memory profile."""

    STORAGE_SUBSTRATE = "storage_substrate", "where memory is kept"
    REPRESENTATIONAL_FORM = "representational_form", "in what form"
    LINEAGE = "lineage", "where it comes from"
    BEHAVIORAL_AUTHORITY = "behavioral_authority", "what it does to behaviour"
    WRITE_AGENCY = "write_agency", "who writes it"
    CURATION_OPERATIONS = "curation_operations", "what is done to it once kept"
    READ_BACK_DIRECTION = "read_back_direction", "whether it comes by itself or is fetched"
    READ_BACK_SIGNAL = "read_back_signal", "by what it is chosen"
    TRACE_LEARNING = "trace_learning", "whether runs become memory"
    TRACE_SOURCE = "trace_source", "from which traces"


AXIS_VALUES: dict[Axis, tuple[str, ...]] = {
    Axis.STORAGE_SUBSTRATE: (
        "files", "graph", "in-memory", "kv", "model-weights", "prompt-registry", "rdbms", "repo",
        "service-object", "sqlite", "vector",
    ),
    Axis.REPRESENTATIONAL_FORM: ("natural-language", "parametric", "symbolic"),
    Axis.LINEAGE: ("authored", "imported", "other-compiled", "trace-extracted"),
    Axis.BEHAVIORAL_AUTHORITY: (
        "enforcement", "instruction", "knowledge", "learning", "ranking", "routing", "validation",
    ),
    Axis.WRITE_AGENCY: ("automatic", "manual"),
    Axis.CURATION_OPERATIONS: (
        "consolidate", "decay", "dedup", "evolve", "invalidate", "promote", "synthesize",
    ),
    Axis.READ_BACK_DIRECTION: ("pull", "push"),
    Axis.READ_BACK_SIGNAL: (
        "coarse", "identifier", "inferred-embedding", "inferred-judgment", "inferred-lexical",
    ),
    Axis.TRACE_LEARNING: ("yes", "no"),
    Axis.TRACE_SOURCE: ("event-streams", "session-logs", "tool-traces", "trajectories"),
}  # fmt: skip
"""The values that each axis of the memory profile may hold."""


class FileClass(Term):
    """What a file of the target is for; told before anything is counted."""

    SHIPPED = "shipped", "the system's own source"
    TEST = "tests", "what tries the system, or measures it"
    EXAMPLE = "examples", "what shows how the system is used"
    DOCUMENT = "documents", "what is written for people, notebooks among it"
    BUNDLE = "bundles", "sources packed together or shortened for a machine"
    GENERATED = "generated", "written by a program from something else"
    VENDORED = "brought in", "another system's source, kept here"


class FactKind(Term):
    """What a place in the source is."""

    ENTRY_POINT = "entry_point", "something outside can call"
    LLM_CALL = "llm_call", "a call that reaches a language model"
    EMBEDDING_CALL = "embedding_call", "a call that computes an embedding"
    PROMPT = "prompt", "the definition of an instruction text or template"
    PROMPT_DELIVERY = "prompt_delivery", "where stored or retrieved content enters a prompt"
    STORE_READ = "store_read", "a read of state that outlives the call"
    STORE_WRITE = "store_write", "a write of state that outlives the call"
    STORE_UPDATE = "store_update", "a change of state that outlives the call"
    STORE_DELETE = "store_delete", "a removal of state that outlives the call"
    OBJECT = "object", "a data definition that is stored or passed as content"
    THRESHOLD = "threshold", "a number that bounds, gates or ranks behaviour"
    STATUS_VOCABULARY = "status_vocabulary", "the closed set of states of a record"
    CHECK = "check", "code that yields a verdict on content"
    DISPOSITION = "disposition", "code that branches on a verdict or threshold and acts"
    DOCTRINE_CLAIM = "doctrine_claim", "a sentence that asserts what the system does or guarantees"


class PassageResult(Term):
    """What comparing a passage with the frozen bytes gave."""

    MATCH = "match", "it occurs exactly once, in the file or in the lines given"
    MISSING = "missing", "it does not occur"
    AMBIGUOUS = "ambiguous", "it occurs more than once"
    NO_SUCH_PATH = "no such path", "the source has no file of that path"
    UNVERIFIED = "unverified", "the frozen bytes are not here"


class ThresholdResult(Term):
    """What comparing a threshold with the frozen source gave."""

    MATCH = "match", "the source holds the same value"
    DIFFERS = "differs", "the source holds another value"
    NOT_FOUND = "not found", "no such name or number is where the register says"
    UNVERIFIED = "unverified", "the frozen bytes are not here"


class PassageFate(Term):
    """What became of a passage, or of a place, in a later revision of its source."""

    UNCHANGED = "unchanged", "the same text stands where the register says"
    MOVED = "moved", "the same text stands at one other place"
    CHANGED = "changed", "the text is there no more; what is most like it is shown"
    AMBIGUOUS = "ambiguous", "the text stands at several places now"
    GONE = "gone", "neither the text nor anything like it is there"
    UNVERIFIED = "unverified", "the later bytes cannot be read, or the earlier ones would be needed"


class ThresholdFate(Term):
    """What became of a threshold in a later revision of its source."""

    SAME = "same", "the source holds the same value where it stood"
    CHANGED = "changed", "the source holds another value"
    MOVED = "moved", "the source holds the same value at another place"
    GONE = "gone", "no number answers to the threshold any more"
    UNVERIFIED = "unverified", "the later bytes cannot be read, or the earlier ones would be needed"


class RecordFate(Term):
    """What became of a record, or of what it rests on, between two audits."""

    NEW = "new", "only the later audit has it"
    GONE = "gone", "only the earlier audit has it"
    CHANGED = "changed", "both audits have it, and it says something else"
    MOVED = "moved", "the same text is cited at another place"


class SourceState(Term):
    """Whether the frozen bytes of a source are at hand."""

    AT_HAND = "at hand", "the bytes are here, and are those of the revision"
    DIFFERS = "differs", "a capture is here, and its digest is another"
    ELSEWHERE = "elsewhere", "the location is an address, or nothing is there"
    NO_REVISION = "no such revision", "the repository is here and has no such commit"
    UNREADABLE = "unreadable", "something is here and cannot be read as this source"
    SUPPLIED = "supplied", "the source is declared by a member that is not at hand"


class Unread(Term):
    """Why a file of the target was not read, or not wholly."""

    ABSENT = "absent from the object store", "the clone is partial or damaged"
    BINARY = "binary", "holds bytes that no text holds"
    TOO_LARGE = "too large", "over the size limit"
    NOT_UTF8 = "not UTF-8", "cannot be decoded"
    SYMLINK = "symlink", "links are never followed"
    SUBMODULE = "submodule", "another repository's commit"
    LFS = "Git LFS pointer", "the content is kept on another server"
    VENDORED = "vendored or generated", "not the target's own source"
    SYNTAX = "syntax error", "the parser refuses it"
    LIMIT = "over its limit", "reading it takes longer, or gives more, than one file may"
    LANGUAGE = "language not supported", "no reader for it"
    EXCLUDED = "excluded by the scope", "left out because it was asked"
    UNREADABLE = "unreadable", "the operating system refuses it"

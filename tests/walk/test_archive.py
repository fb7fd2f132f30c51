"""Source archives read in memory: as their unpacked folder would be read, and never made to burst or leak."""

from __future__ import annotations

import gzip
import hashlib
import io
import random
import tarfile
import zipfile
from pathlib import Path

import pytest

from auditor import errors
from auditor.facts import Skipped
from auditor.snapshot import MAX_BYTES, Snapshot, SourceFile, archive, changes, open_snapshot, patterns
from auditor.snapshot.archive import open_archive
from auditor.terms import SourceKind, Unread
from tests.walk.conftest import Write

FILES = {"pack-1.0/src/a.py": b"x = 2\n", "pack-1.0/README.md": b"# A\r\n", "pack-1.0/i.png": b"\0\1"}
FORMATS = {"ustar": tarfile.USTAR_FORMAT, "gnu": tarfile.GNU_FORMAT, "pax": tarfile.PAX_FORMAT}


def texts(snapshot: Snapshot) -> dict[str, str]:
    return {each.path: each.text for each in snapshot.files() if isinstance(each, SourceFile)}


def reasons(snapshot: Snapshot) -> dict[str, Unread]:
    return {each.path: each.reason for each in snapshot.files() if isinstance(each, Skipped)}


def info(name: str, size: int = 0, **attributes: object) -> tarfile.TarInfo:
    made = tarfile.TarInfo(name)
    made.size = size
    for key, value in attributes.items():
        setattr(made, key, value)
    return made


def tar(path: Path, members: list[tuple[tarfile.TarInfo, bytes]], form: str = "pax") -> Path:
    written = io.BytesIO()
    with tarfile.open(fileobj=written, mode="w", format=FORMATS[form]) as made:
        for member, data in members:
            made.addfile(member, io.BytesIO(data))
    plain = path.name.endswith(".tar")
    path.write_bytes(written.getvalue() if plain else gzip.compress(written.getvalue()))
    return path


def made(path: Path, files: dict[str, bytes], form: str = "pax") -> Path:
    if path.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in files.items():
                archive.writestr(name, data)
        return path
    return tar(path, [(info(name, len(data)), data) for name, data in files.items()], form)


@pytest.mark.parametrize("ending", [".tar.gz", ".tgz", ".tar", ".zip", ".whl"])
def test_an_archive_is_read_as_its_unpacked_folder(tmp_path: Path, folder: Write, ending: str) -> None:
    path = made(tmp_path / f"pack-1.0{ending}", FILES)
    snapshot = open_snapshot(path)
    assert list(snapshot.paths()) == ["README.md", "i.png", "src/a.py"]
    assert texts(snapshot) == {"README.md": "# A\n", "src/a.py": "x = 2\n"}
    assert reasons(snapshot) == {"i.png": Unread.BINARY}
    assert (snapshot.target.kind, snapshot.target.system) == (SourceKind.CAPTURE, "pack")
    assert snapshot.target.revision == f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"
    assert "its folder pack-1.0 taken as the root" in snapshot.describe()
    unpacked = open_snapshot(folder({name.partition("/")[2]: data for name, data in FILES.items()}))
    assert not changes(snapshot, unpacked)


@pytest.mark.parametrize("ending", [".tar", ".zip"])
def test_an_archive_without_one_top_folder_keeps_its_paths(tmp_path: Path, ending: str) -> None:
    snapshot = open_snapshot(made(tmp_path / f"a{ending}", {"src/a.py": b"", "b.py": b""}))
    assert list(snapshot.paths()) == ["b.py", "src/a.py"]
    assert "taken as the root" not in snapshot.describe()


@pytest.mark.parametrize("form", FORMATS)
def test_long_and_foreign_names_are_read_in_every_form_of_tar(tmp_path: Path, form: str) -> None:
    long = "d" * 90 + "/" + "f" * 90 if form == "ustar" else "/".join(["folder" * 10] * 5) + "/naïve.py"
    path = made(tmp_path / "a.tar.gz", {f"top/{long}": b"x\n", "top/b.py": b"y\n"}, form)
    assert texts(open_snapshot(path)) == {long: "x\n", "b.py": "y\n"}


@pytest.mark.parametrize(
    "name", ["../a.py", "/a.py", "b/../../a.py", "b//a.py", "C:/a.py", "b\\a.py", "..", "b/./a.py"]
)
@pytest.mark.parametrize("ending", [".tar", ".zip"])
def test_a_path_that_leads_out_is_named_and_not_read(tmp_path: Path, ending: str, name: str) -> None:
    snapshot = open_snapshot(made(tmp_path / f"a{ending}", {name: b"x = 2\n", "c/d.py": b"y = 2\n"}))
    assert texts(snapshot) == {"c/d.py": "y = 2\n"}
    assert reasons(snapshot) == {name: Unread.UNREADABLE}


def test_links_devices_and_pipes_of_a_tar_are_named(tmp_path: Path) -> None:
    members = [
        (info("t/a.py", 2), b"x\n"),
        (info("t/soft.py", type=tarfile.SYMTYPE, linkname="/etc/passwd"), b""),
        (info("t/hard.py", type=tarfile.LNKTYPE, linkname="t/a.py"), b""),
        (info("t/pipe.py", type=tarfile.FIFOTYPE), b""),
        (info("t/device.py", type=tarfile.CHRTYPE), b""),
        (info("t/folder", type=tarfile.DIRTYPE), b""),
        (info("t/sparse.py", 1024, type=tarfile.GNUTYPE_SPARSE), bytes(1024)),
        (info("t/z.py", 2), b"z\n"),
    ]
    snapshot = open_snapshot(tar(tmp_path / "a.tar", members, "gnu"))
    assert texts(snapshot) == {"a.py": "x\n", "z.py": "z\n"}
    assert reasons(snapshot) == {
        "soft.py": Unread.SYMLINK, "hard.py": Unread.SYMLINK, "pipe.py": Unread.UNREADABLE,
        "device.py": Unread.UNREADABLE, "sparse.py": Unread.UNREADABLE,
    }  # fmt: skip


def test_links_and_encrypted_members_of_a_zip_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.zip"
    with zipfile.ZipFile(path, "w") as archive:
        link = zipfile.ZipInfo("t/link.py")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "/etc/passwd")
        archive.writestr("t/a.py", "x\n")
        archive.writestr("t/odd.py", "x\n" * 100, zipfile.ZIP_LZMA)
        archive.writestr("t/secret.py", "y\n")
    data = path.read_bytes()
    at = data.rindex(b"PK\x01\x02")
    path.write_bytes(data[: at + 8] + b"\x01\x00" + data[at + 10 :])
    snapshot = open_snapshot(path)
    assert texts(snapshot) == {"a.py": "x\n"}
    assert reasons(snapshot) == {
        "link.py": Unread.SYMLINK, "odd.py": Unread.UNREADABLE, "secret.py": Unread.UNREADABLE,
    }  # fmt: skip


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("ending", [".tar", ".zip"])
def test_a_path_that_comes_twice_is_not_read(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a{ending}"
    if ending == ".tar":
        tar(path, [(info("t/a.py", 1), b"1"), (info("t/b.py", 1), b"2"), (info("./t/a.py", 1), b"3")])
    else:
        with zipfile.ZipFile(path, "w") as archive:
            for name, text in (("t/a.py", "1"), ("t/b.py", "2"), ("t/a.py", "3")):
                archive.writestr(name, text)
    snapshot = open_snapshot(path)
    assert texts(snapshot) == {"b.py": "2"}
    assert reasons(snapshot) == {"a.py": Unread.UNREADABLE}


@pytest.mark.parametrize("ending", [".tgz", ".zip"])
def test_a_member_over_the_limit_is_told_by_its_size(tmp_path: Path, ending: str) -> None:
    files = {"t/a.py": b"#" * (MAX_BYTES + 1), "t/b.py": b""}
    snapshot = open_snapshot(made(tmp_path / f"a{ending}", files))
    assert reasons(snapshot) == {"a.py": Unread.TOO_LARGE}
    found = snapshot.read("a.py")
    assert isinstance(found, Skipped)
    assert found.detail.startswith(f"{MAX_BYTES + 1:,} bytes")


@pytest.mark.parametrize("ending", [".tgz", ".zip"])
def test_an_archive_made_to_burst_is_refused(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / f"a{ending}", {f"t/{each}.py": bytes(100_000) for each in range(30)})
    monkeypatch.setattr(archive, "MAX_KEPT", 1_000_000)
    kept = open_snapshot(path)
    assert list(reasons(kept).values()).count(Unread.TOO_LARGE) == 20
    monkeypatch.setattr(archive, "MAX_UNPACKED", 2_000_000)
    with pytest.raises(errors.NotAnArchive, match="unpacks to more"):
        open_snapshot(path)
    monkeypatch.setattr(archive, "MAX_ARCHIVE", 100)
    with pytest.raises(errors.NotAnArchive, match="larger"):
        open_snapshot(path)


@pytest.mark.parametrize("ending", [".tar", ".zip"])
def test_an_archive_of_too_many_files_is_refused(
    tmp_path: Path, ending: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = made(tmp_path / f"a{ending}", {f"t/{each}.py": b"" for each in range(30)})
    monkeypatch.setattr(archive, "MAX_FILES", 20)
    with pytest.raises(errors.TooManyFiles):
        open_snapshot(path)
    monkeypatch.setattr(archive, "MAX_FILES", 10)
    with pytest.raises(errors.TargetError):
        open_snapshot(path)


@pytest.mark.parametrize("ending", [*patterns.TARS, *patterns.ZIPS])
@pytest.mark.parametrize("data", [b"", b"x" * 2000, b"\x1f\x8b" + b"x" * 50, b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_archive_is_one_error(tmp_path: Path, ending: str, data: bytes) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(data)
    if not data and ending in patterns.TARS:
        assert open_archive(path).count == 0
    else:
        with pytest.raises(errors.NotAnArchive, match="unpack it"):
            open_archive(path)


@pytest.mark.parametrize("ending", [".tar", ".tar.gz", ".zip"])
def test_every_byte_of_an_archive_may_be_wrong(tmp_path: Path, ending: str) -> None:
    path = made(tmp_path / f"a{ending}", {f"top/{'n' * 99}{each}.py": b"x = 2\n" * 30 for each in range(4)})
    whole, chance = path.read_bytes(), random.Random(7)
    for _ in range(150):
        data = bytearray(whole)
        for _ in range(chance.choice((1, 4))):
            data[chance.randrange(len(data))] = chance.randrange(256)
        path.write_bytes(bytes(data[: chance.choice((len(data), chance.randrange(len(data))))]))
        try:
            found = open_archive(path)
        except errors.TargetError:
            continue
        assert len(list(found.files())) == found.count


@pytest.mark.parametrize(
    "content",
    [
        b"1" * 60_000,
        b"99 path=a\n",
        b"3 x",
        b"-5 path=a\n",
        b"12 size=-12\n",
        b"20 size=99999999999\n",
        b"0 path\n",
    ],
)
def test_a_header_made_to_be_slow_or_wrong_is_refused(tmp_path: Path, content: bytes) -> None:
    header = info("h", len(content), type=tarfile.XHDTYPE).tobuf(tarfile.USTAR_FORMAT)
    body = content + bytes(-len(content) % 512)
    path = tmp_path / "a.tgz"
    path.write_bytes(gzip.compress(header + body + info("t/a.py").tobuf(tarfile.USTAR_FORMAT) + bytes(1024)))
    with pytest.raises(errors.NotAnArchive):
        open_archive(path)


def test_a_compressed_stream_of_several_parts_is_read_and_of_very_many_refused(tmp_path: Path) -> None:
    plain = tar(tmp_path / "a.tar", [(info("t/a.py", 2), b"x\n"), (info("t/b.py", 2), b"y\n")]).read_bytes()
    path = tmp_path / "a.tgz"
    path.write_bytes(
        b"".join(gzip.compress(plain[at : at + 700]) for at in range(0, len(plain), 700)) + bytes(99)
    )
    assert texts(open_archive(path)) == {"a.py": "x\n", "b.py": "y\n"}
    path.write_bytes(gzip.compress(b"") * 5_000 + gzip.compress(plain))
    with pytest.raises(errors.NotAnArchive, match="parts"):
        open_archive(path)
    for cut in (gzip.compress(plain)[:-20], gzip.compress(plain[:1400])):
        path.write_bytes(cut)
        with pytest.raises(errors.NotAnArchive, match="cut short"):
            open_archive(path)


def test_a_header_of_any_size_is_refused_unread(tmp_path: Path) -> None:
    for kind in (tarfile.XHDTYPE, tarfile.GNUTYPE_LONGNAME):
        path = tmp_path / "a.tar"
        path.write_bytes(info("h", 10**9, type=kind).tobuf(tarfile.GNU_FORMAT) + bytes(1024))
        with pytest.raises(errors.NotAnArchive, match="header"):
            open_archive(path)

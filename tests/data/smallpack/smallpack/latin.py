# café
LIMIT = 4

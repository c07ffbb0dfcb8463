"""Operations: influence, coups, realignments and the Space Race (R8-R13)."""

"""Bipartite matching by augmenting paths."""

from collections.abc import Mapping, Sequence


def match(
    fitting: Mapping[int, Sequence[int]], first: Sequence[int] = (), forced: int = 0
) -> dict[int, int] | None:
    """Return a place for each key of *fitting*, whose values are the places that fit it.

    Use as many of the places *first* as possible, and all of the first *forced* of them. If some
    keys can be matched and some places can be covered, both can be at once (Mendelsohn and
    Dulmage), so this excludes no matching. Return None if there is none.
    """
    search = _Matching(fitting)
    for number, place in enumerate(first):
        if not search.cover(place, set()) and number < forced:
            return None
    for key in fitting:
        if key not in search.place_of and not search.place(key, set()):
            return None
    return search.place_of


class _Matching:
    """A matching under construction, indexed by key and by place."""

    def __init__(self, fitting: Mapping[int, Sequence[int]]) -> None:
        self.fitting = fitting
        self.place_of: dict[int, int] = {}
        self.key_of: dict[int, int] = {}
        self.keys_of: dict[int, list[int]] = {}
        for key, places in fitting.items():
            for place in places:
                self.keys_of.setdefault(place, []).append(key)

    def cover(self, place: int, tried: set[int]) -> bool:
        """Match *place* along an augmenting path; return False if there is none. Places covered
        before stay covered."""
        for key in self.keys_of.get(place, ()):
            if key in tried:
                continue
            tried.add(key)
            old = self.place_of.get(key)
            if old is None or self.cover(old, tried):
                self.place_of[key] = place
                self.key_of[place] = key
                return True
        return False

    def place(self, key: int, tried: set[int]) -> bool:
        """Match *key* along an augmenting path; return False if there is none. Places in use stay
        in use."""
        for place in self.fitting[key]:
            if place in tried:
                continue
            tried.add(place)
            other = self.key_of.get(place)
            if other is None or self.place(other, tried):
                self.place_of[key] = place
                self.key_of[place] = key
                return True
        return False

/**
 * Few groups of `ids`, such that for each two of them some group has the one without the other: as a role for each id alone would
 * show, in a third of the roles. Ids are told apart by which three of the groups they are in.
 */
export function separatingGroups<Id>(ids: readonly Id[]): Id[][] {
  for (let count = 3; ; count++) {
    const groups = Array.from({ length: count }, (_, at) => at)
    const triples = groups.flatMap(a => groups.slice(a + 1).flatMap(b => groups.slice(b + 1).map(c => [a, b, c])))
    if (triples.length >= ids.length) return groups.map(at => ids.filter((_, index) => triples[index]?.includes(at)))
  }
}

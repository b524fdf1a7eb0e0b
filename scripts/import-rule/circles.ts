// Circles: files that import each other, directly or through others. A type import counts too: a type that two files need of each
// other belongs in the lower one, or in a file below both.

/** The files that each file imports, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** A shortest way round every circle, from its first path in the order of the alphabet back to it. */
export function findCircles(graph: ImportGraph): string[][] {
  const left = withoutEnds(graph)
  return [...left.keys()].sort().flatMap(path => {
    const way = shortestWay(left, path)
    return way !== undefined && way.every(other => path <= other) ? [[...way, path]] : []
  })
}

/** Takes away file after file that imports none of the rest: what is left lies on a circle, or leads to one. */
function withoutEnds(graph: ImportGraph): ImportGraph {
  const within = [...graph].map(([path, targets]) => [path, targets.filter(target => graph.has(target))] as const)
  const left = new Map(within.filter(([, targets]) => targets.length > 0))
  return left.size === graph.size ? left : withoutEnds(left)
}

/** From a file through its imports to the one that imports it; undefined where none does. */
function shortestWay(graph: ImportGraph, start: string): string[] | undefined {
  const ways = new Map([[start, [start]]])
  for (const [path, way] of ways) {
    for (const target of graph.get(path) ?? []) {
      if (target === start) return way
      if (!ways.has(target)) ways.set(target, [...way, target])
    }
  }
  return undefined
}

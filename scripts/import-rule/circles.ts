// Circles: files that import each other, directly or through others. A type import counts too: a type that two files need of each
// other belongs in the lower one, or in a file below both.

/** The files that each file imports, by path. */
export type ImportGraph = ReadonlyMap<string, readonly string[]>

/** A shortest path through every cycle. It starts and ends at the file that is first in alphabetical order. */
export function findCircles(graph: ImportGraph): string[][] {
  const left = withoutEnds(graph)
  return [...left.keys()].sort().flatMap(path => {
    const way = shortestCycle(left, path)
    return way !== undefined && way.every(other => path <= other) ? [[...way, path]] : []
  })
}

/** Repeatedly removes files that import none of the rest: those that are left are part of a cycle, or lead to one. */
function withoutEnds(graph: ImportGraph): ImportGraph {
  const within = [...graph].map(([path, targets]) => [path, targets.filter(target => graph.has(target))] as const)
  const left = new Map(within.filter(([, targets]) => targets.length > 0))
  return left.size === graph.size ? left : withoutEnds(left)
}

/** The shortest path from a file through its imports to a file that imports it; undefined if there is none. */
function shortestCycle(graph: ImportGraph, start: string): string[] | undefined {
  const ways = new Map([[start, [start]]])
  for (const [path, way] of ways) {
    for (const target of graph.get(path) ?? []) {
      if (target === start) return way
      if (!ways.has(target)) ways.set(target, [...way, target])
    }
  }
  return undefined
}

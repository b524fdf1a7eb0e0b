import { describe, expect, test } from 'vitest'
import {
  changeCondition,
  changeMatch,
  depthOf,
  duplicate,
  group,
  insert,
  isGroup,
  leaf,
  leavesOf,
  move,
  parentOf,
  remove,
  type RuleNode,
  unwrap,
  wrap,
} from './rule-tree.ts'
import { type History, step } from './use-history.ts'

const DEPTH = 5

/** all(a, any(b, c), d). */
function sample() {
  const [a, b, c, d] = [leaf('a'), leaf('b'), leaf('c'), leaf('d')]
  const inner = group('any', [b, c])
  return { root: group('all', [a, inner, d]), a, b, c, d, inner }
}

function written(node: RuleNode<string>): string {
  return isGroup(node) ? `${node.match}(${node.children.map(written).join(' ')})` : node.condition
}

describe('the tree of rules', () => {
  test('grows at the end of a group or after one of its children', () => {
    const { root, a, inner } = sample()
    expect(written(insert(root, inner.id, leaf('x')))).toBe('all(a any(b c x) d)')
    expect(written(insert(root, root.id, leaf('x'), a.id))).toBe('all(a x any(b c) d)')
  })

  test('a condition taken out takes the groups with it that are empty then, but never the outermost', () => {
    const { root, a, b, c, d } = sample()
    const without = remove(remove(root, b.id), c.id)
    expect(written(without)).toBe('all(a d)')
    expect(written(remove(remove(without, a.id), d.id))).toBe('all()')
  })

  test('moving goes through every place: past neighbours, into groups and out of them', () => {
    const { root, a } = sample()
    const places = [root]
    for (let at = 0; at < 6; at += 1) places.push(move(places.at(-1) ?? root, a.id, 'down', DEPTH))
    expect(places.map(written)).toEqual([
      'all(a any(b c) d)',
      'all(any(a b c) d)',
      'all(any(b a c) d)',
      'all(any(b c a) d)',
      'all(any(b c) a d)',
      'all(any(b c) d a)',
      'all(any(b c) d a)',
    ])
    const back = [places.at(-1) ?? root]
    for (let at = 0; at < 5; at += 1) back.push(move(back.at(-1) ?? root, a.id, 'up', DEPTH))
    expect(written(back.at(-1) ?? root)).toBe('all(a any(b c) d)')
  })

  test('a group is not moved into one where groups would stand too deep; it passes by instead', () => {
    const { root, inner } = sample()
    const other = group('none', [leaf('x')])
    const two = insert(root, root.id, other, inner.id)
    expect(written(move(two, inner.id, 'down', DEPTH))).toBe('all(a none(any(b c) x) d)')
    expect(written(move(two, inner.id, 'down', 2))).toBe('all(a none(x) any(b c) d)')
  })

  test('a condition becomes a group and a group its conditions, in place', () => {
    const { root, a, inner } = sample()
    const wrapped = wrap(root, a.id)
    expect(written(wrapped)).toBe('all(any(a) any(b c) d)')
    expect(written(unwrap(wrapped, parentOf(wrapped, a.id)?.id ?? ''))).toBe(written(root))
    expect(written(unwrap(root, inner.id))).toBe('all(a b c d)')
    expect(unwrap(root, root.id)).toBe(root)
  })

  test('a copy stands below with ids of its own', () => {
    const { root, inner } = sample()
    const copied = duplicate(root, inner.id)
    expect(written(copied.root)).toBe('all(a any(b c) any(b c) d)')
    const ids = leavesOf(copied.root).map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('conditions and joins change without disturbing what is around them', () => {
    const { root, b, inner } = sample()
    expect(written(changeCondition(root, b.id, 'B'))).toBe('all(a any(B c) d)')
    expect(written(changeMatch(root, inner.id, 'none'))).toBe('all(a none(b c) d)')
    expect(written(changeMatch(root, root.id, 'any'))).toBe('any(a any(b c) d)')
    expect(depthOf(root)).toBe(2)
  })
})

describe('undoing', () => {
  const fresh: History<string> = { value: '', past: [], future: [], about: undefined }
  const write = (history: History<string>, value: string, about?: string) =>
    step(history, { kind: 'change', change: () => value, about })

  test('typing into one field is one step; another field begins the next', () => {
    let history = write(write(write(fresh, 'a', 'one'), 'ab', 'one'), 'abc', 'two')
    history = step(history, { kind: 'undo' })
    expect(history.value).toBe('ab')
    history = step(history, { kind: 'undo' })
    expect(history.value).toBe('')
    expect(step(history, { kind: 'undo' })).toBe(history)
  })

  test('what was undone comes back until something else is done', () => {
    const undone = step(write(write(fresh, 'a'), 'b'), { kind: 'undo' })
    expect(step(undone, { kind: 'redo' }).value).toBe('b')
    const other = write(undone, 'c')
    expect(step(other, { kind: 'redo' })).toBe(other)
  })
})

import { describe, expect, test } from 'vitest'
import { ACTIVITY, ACTIVITY_IDS, type ActivityId, LEVEL, type Level } from './activities.ts'
import {
  exceedingActivities,
  COLUMNS,
  type Grant,
  hasCell,
  isTicked,
  normalGrant,
  normalSet,
  tick,
  clearCell,
  waiting,
} from './permissions.ts'

const LEVELS = Object.values(LEVEL) as Level[]
const ALL: [ActivityId, Grant][] = ACTIVITY_IDS.flatMap(activity =>
  LEVELS.flatMap(level => ([0, 1] as const).map((approve): [ActivityId, Grant] => [activity, [level, approve]])),
)
const possible = ALL.map(([activity, grant]): [ActivityId, Grant] => [activity, normalGrant(activity, grant)])

/** The columns that a grant shows as ticked. */
const shown = (activity: ActivityId, grant: Grant) =>
  COLUMNS.filter(column => hasCell(activity, column) && isTicked(grant, column))

describe('the cells of the matrix', () => {
  test('are all five, but for the activities where some do not apply', () => {
    const hidden = ACTIVITY_IDS.flatMap(id =>
      COLUMNS.filter(column => !hasCell(id, column)).map(column => `${id} ${column}`),
    )
    const readOnly = [501, 502, 701, 901, 902, 903, 904]
    expect(hidden.toSorted()).toEqual(
      [
        '102 update',
        '403 update',
        ...readOnly.flatMap(id => ['create', 'update', 'delete', 'approve'].map(column => `${id} ${column}`)),
      ].toSorted(),
    )
  })

  test('cannot be had where they do not exist', () => {
    for (const [activity, grant] of ALL) {
      const normal = normalGrant(activity, grant)
      expect(normalGrant(activity, normal)).toEqual(normal)
      expect(shown(activity, normal)).toEqual(
        // What is asked for within the cells stays, and approving brings reading.
        COLUMNS.filter(
          column =>
            hasCell(activity, column) &&
            (isTicked(grant, column) || (column === 'read' && grant[1] === 1 && hasCell(activity, 'approve'))),
        ),
      )
    }
  })
})

describe('ticking and unticking, from every grant of every activity', () => {
  test('does what it says, and again changes nothing', () => {
    for (const [activity, grant] of possible)
      for (const column of COLUMNS.filter(each => hasCell(activity, each))) {
        const ticked = tick(activity, grant, column)
        const cleared = clearCell(activity, grant, column)
        expect([activity, grant, column, isTicked(ticked, column), isTicked(cleared, column)]).toEqual([
          activity,
          grant,
          column,
          true,
          false,
        ])
        expect(tick(activity, ticked, column)).toEqual(ticked)
        expect(clearCell(activity, cleared, column)).toEqual(cleared)
        expect(normalGrant(activity, ticked)).toEqual(ticked)
        expect(normalGrant(activity, cleared)).toEqual(cleared)
      }
  })

  test('brings along exactly the columns before it, and takes along those after it', () => {
    for (const [activity, grant] of possible)
      for (const [at, column] of COLUMNS.slice(0, 4).entries()) {
        if (!hasCell(activity, column)) continue
        const before = shown(activity, grant)
        const implied = COLUMNS.slice(0, at + 1).filter(each => hasCell(activity, each))
        expect(shown(activity, tick(activity, grant, column))).toEqual(
          COLUMNS.filter(each => before.includes(each) || implied.includes(each)),
        )
        const lost = column === 'read' ? COLUMNS : COLUMNS.slice(at, 4)
        expect(shown(activity, clearCell(activity, grant, column))).toEqual(before.filter(each => !lost.includes(each)))
      }
  })

  test('approving implies reading and nothing else; taking it away takes nothing along', () => {
    for (const [activity, [level]] of possible) {
      if (!hasCell(activity, 'approve')) continue
      expect(tick(activity, [level, 0], 'approve')).toEqual([Math.max(level, 1), 1])
      expect(clearCell(activity, [level, 1], 'approve')).toEqual([level, 0])
    }
  })

  test('leaves a hidden cell alone', () => {
    for (const [activity, grant] of possible)
      for (const column of COLUMNS.filter(each => !hasCell(activity, each))) {
        expect([tick(activity, grant, column), clearCell(activity, grant, column)]).toEqual([grant, grant])
      }
  })
})

describe('what may be handed on', () => {
  test('is what lies within the own grant, cell by cell', () => {
    for (const [activity, own] of ALL)
      for (const [other, asked] of ALL) {
        if (other !== activity) continue
        const ownCells = shown(activity, normalGrant(activity, own))
        const isWithin = shown(activity, normalGrant(activity, asked)).every(column => ownCells.includes(column))
        expect([
          activity,
          own,
          asked,
          exceedingActivities({ [activity]: own }, { [activity]: asked }).length === 0,
        ]).toEqual([activity, own, asked, isWithin])
      }
  })

  test('is nothing for somebody with nothing', () => {
    expect(exceedingActivities({}, { '101': [1, 0] })).toEqual([ACTIVITY.templateEmail])
    expect(exceedingActivities({}, {})).toEqual([])
  })
})

test('a whole set names every activity once', () => {
  expect(normalSet({ '101': [3, 0], '501': [4, 1], '102': [3, 1], '403': [4, 0] })).toEqual({
    ...Object.fromEntries(ACTIVITY_IDS.map(id => [id, [0, 0]])),
    '101': [3, 0],
    '501': [1, 0],
    '102': [2, 1],
    '403': [4, 0],
  })
})

test('work waits where it may be done but not approved, and only where approval exists', () => {
  expect(waiting({ '101': [2, 0], '102': [2, 1], '201': [1, 0], '1201': [4, 0], '801': [4, 0] })).toEqual([101, 801])
})

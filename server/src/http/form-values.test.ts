import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../lib/app-error.ts'
import { nested, typed } from './form-values.ts'

const read = (form: string) => nested(new URLSearchParams(form))

describe('names of a form', () => {
  test('hold the values inside values', () => {
    expect(
      read(
        'name=Palmyra&meta_object[strength]=1-50&users[1][email]=b@x.io&users[0][email]=a@x.io&tags[]=red&tags[]=blue',
      ),
    ).toEqual({
      name: 'Palmyra',
      meta_object: { strength: '1-50' },
      users: [{ email: 'a@x.io' }, { email: 'b@x.io' }],
      tags: ['red', 'blue'],
    })
  })

  test('are taken as they are without proper brackets; numbers with a gap are keys', () => {
    expect(read('List-Unsubscribe=One-Click&a]=1&[b]=2&c[d=3&e[f]g=4&h[[i]]=5')).toEqual({
      'List-Unsubscribe': 'One-Click',
      'a]': '1',
      '[b]': '2',
      'c[d': '3',
      'e[f]g': '4',
      'h[[i]]': '5',
    })
    expect(read('permission_set[101][0]=4&permission_set[101][1]=1')).toEqual({ permission_set: { '101': ['4', '1'] } })
    expect(read('a=1&a=2')).toEqual({ a: '2' })
  })

  test.each([
    'a=1&a[b]=2',
    'a[b]=1&a=2',
    'a[b][c][d][e][f][g][h][i]=1',
    'a[__proto__][b]=1',
    'a[constructor][prototype][b]=1',
  ])('are refused where they contradict themselves or lead too deep: %s', form => {
    expect(() => read(form)).toThrow(AppError)
    expect(({} as Record<string, unknown>)['b']).toBeUndefined()
  })

  test('cost no more than their length, however deep they pretend to be', () => {
    const deep = `a${'[b]'.repeat(300_000)}`
    const startedAt = performance.now()
    expect(() => nested([[deep, '1']])).toThrow(AppError)
    const many = nested(Array.from({ length: 100_000 }, (_, n): [string, string] => [`a[${n}]`, 'x']))
    expect(many['a']).toHaveLength(100_000)
    expect(performance.now() - startedAt).toBeLessThan(2000)
  })
})

test('texts become what the body has in their place, and stay where they are nothing of the kind', () => {
  const schema = z.object({
    count: z.optional(z.int()),
    on: z.nullable(z.boolean()),
    kind: z.literal([1, 2]),
    pair: z.record(z.string(), z.tuple([z.int(), z.int()])),
    either: z.union([z.number(), z.string()]),
    text: z.string(),
  })
  const given = {
    count: '12',
    on: '0',
    kind: '2',
    pair: { '101': ['4', '1'] },
    either: 'x',
    text: '7',
    more: '1',
    constructor: '1',
  }
  expect(typed(schema, given)).toEqual({
    count: 12,
    on: false,
    kind: 2,
    pair: { '101': [4, 1] },
    either: 'x',
    text: '7',
    more: '1',
    constructor: '1',
  })
  expect(typed(schema, { count: 'twelve', on: 'perhaps', pair: '1' })).toEqual({
    count: 'twelve',
    on: 'perhaps',
    pair: '1',
  })
})

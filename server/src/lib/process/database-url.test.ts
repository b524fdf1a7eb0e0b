import { expect, test } from 'vitest'
import { serverUrls, withoutCredentials, withPassword } from './database-url.ts'

const SEVERAL =
  'postgres://notifly:p%40ss@one.example:5432,[::1]:5433,three.example/notifly?target_session_attrs=read-write'

test('an address of several servers is one address for each', () => {
  expect(serverUrls(SEVERAL)).toEqual([
    'postgres://notifly:p%40ss@one.example:5432/notifly?target_session_attrs=read-write',
    'postgres://notifly:p%40ss@[::1]:5433/notifly?target_session_attrs=read-write',
    'postgres://notifly:p%40ss@three.example/notifly?target_session_attrs=read-write',
  ])
  expect(serverUrls('postgresql://db.example/notifly')).toEqual(['postgresql://db.example/notifly'])
  expect(serverUrls('host=db.example dbname=notifly')).toEqual(['host=db.example dbname=notifly'])
})

test('a password that is kept elsewhere is set for all of them', () => {
  expect(withPassword('postgres://notifly@one.example,two.example:5433/notifly', 'a/b@c')).toBe(
    'postgres://notifly:a%2Fb%40c@one.example,two.example:5433/notifly',
  )
  expect(withPassword('postgres://notifly:old@db.example/notifly', 'new')).toBe(
    'postgres://notifly:new@db.example/notifly',
  )
  expect(withPassword('postgres://one.example:port,two.example/notifly', 'new')).toBeUndefined()
  expect(withPassword('db.example', 'new')).toBeUndefined()
})

test('what people are shown names the servers and no password', () => {
  expect(withoutCredentials(SEVERAL)).toBe('postgres://one.example:5432,[::1]:5433,three.example/notifly')
  expect(withoutCredentials('secret')).toBe('not a URL: postgres://user:password@host:5432/database is expected')
})

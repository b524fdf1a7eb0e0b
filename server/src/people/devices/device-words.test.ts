import { expect, test } from 'vitest'
import { deviceWords } from './device-words.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36'

test.each([
  [null, null, null],
  ['web', { user_agent: CHROME }, 'Chrome on Windows'],
  ['web', { user_agent: 'curl/8' }, 'Browser'],
  ['web', null, 'Browser'],
  ['android', { app_version: '4.2' }, 'Android, app 4.2'],
  ['ios', {}, 'iOS'],
])('a device of %s that says %o is "%s"', (platform, about, words) => {
  expect(deviceWords(platform, about)).toBe(words)
})

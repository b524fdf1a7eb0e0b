import { appendFile, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testDirectory } from '../testing/test-sandbox.ts'
import { MessageLog } from './message-log.ts'

const MB = 1 << 20

function open(directory: string, fileBytes = MB) {
  const found: string[] = []
  const log = new MessageLog(directory, fileBytes, (meta, place) => {
    // The meta is only valid during the call.
    found.push(`${meta.toString()}/${place.bodyBytes}`)
  })
  return { log, found }
}

test('records come back in order after a restart', async () => {
  const directory = await testDirectory()
  const { log } = open(directory)
  await Promise.all(['a', 'b', 'c'].map(name => log.append(Buffer.from(name), Buffer.alloc(10, name))))
  log.close()
  expect(open(directory).found).toEqual(['a/10', 'b/10', 'c/10'])
})

test('a meta longer than the first read is found whole', async () => {
  const directory = await testDirectory()
  const long = 'm'.repeat(5000)
  const { log } = open(directory)
  await log.append(Buffer.from(long), Buffer.from('body'))
  log.close()
  expect(open(directory).found).toEqual([`${long}/4`])
})

test('a torn tail is ignored wherever it was torn, and writing goes on after it', async () => {
  const directory = await testDirectory()
  const path = join(directory, '00000001.log')
  const { log } = open(directory)
  const first = await log.append(Buffer.from('first'), Buffer.from('one'))
  await log.append(Buffer.from('second'), Buffer.from('two'))
  log.close()
  const whole = await readFile(path)
  const intact = first.offset + 16 + 5 + 3
  for (let cut = intact; cut < whole.length; cut++) {
    await writeFile(path, whole)
    await truncate(path, cut)
    const reopened = open(directory)
    expect(reopened.found).toEqual(['first/3'])
    const place = await reopened.log.append(Buffer.from('third'), Buffer.from('3'))
    expect(reopened.log.readBody(place).toString()).toBe('3')
    reopened.log.close()
    expect(open(directory).found).toEqual(['first/3', 'third/1'])
  }
})

test('garbage after the last record is cut off', async () => {
  const directory = await testDirectory()
  const { log } = open(directory)
  await log.append(Buffer.from('kept'), Buffer.from('body'))
  log.close()
  await appendFile(join(directory, '00000001.log'), Buffer.alloc(5000, 7))
  expect(open(directory).found).toEqual(['kept/4'])
})

test('a full file is followed by a new one, and the oldest can be dropped', async () => {
  const directory = await testDirectory()
  const { log } = open(directory, 100)
  for (let i = 0; i < 3; i++) await log.append(Buffer.from(String(i)), Buffer.alloc(100))
  expect(log.files).toHaveLength(3)
  log.dropOldestFile()
  log.close()
  expect(open(directory, 100).found).toEqual(['1/100', '2/100'])
})

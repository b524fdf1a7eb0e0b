/** "Test connection": reads the number and the business account, and names the setting that is wrong. */
import { type Sentence, sentence } from '@notifly/contracts/sentences/sentence'
import type { ConfigurationTest, TestStep } from '../../provider.ts'
import { callGraph, GraphRefused, type GraphAccess } from './graph.ts'
import { listOf, recordOf, textOf } from '../../../lib/json.ts'

export interface AccountIds {
  phone_number_id: string
  buisness_account_id: string
}

/** Sends no message. */
export async function testAccount(access: GraphAccess, ids: AccountIds): Promise<ConfigurationTest> {
  const steps: TestStep[] = []
  for (const [name, look] of [
    ['phone_number', lookAtNumber],
    ['business_account', lookAtAccount],
  ] as const) {
    const step = { name, ...(await attempt(() => look(access, ids), name)) }
    steps.push(step)
    if (!step.ok) return { ok: false, steps }
  }
  return { ok: true, steps }
}

async function attempt(look: () => Promise<Sentence>, what: keyof typeof NOT_FOUND): Promise<Omit<TestStep, 'name'>> {
  try {
    return { ok: true, words: await look() }
  } catch (error) {
    if (error instanceof SettingWrong) return { ok: false, words: error.sentence }
    if (!(error instanceof GraphRefused)) throw error
    return { ok: false, words: wordsOf(error, what) }
  }
}

class SettingWrong extends Error {
  readonly sentence: Sentence

  constructor(sentence: Sentence) {
    super('a setting is wrong')
    this.sentence = sentence
  }
}

const NOT_FOUND = {
  phone_number: sentence('whatsappTemplates.test.noNumber'),
  business_account: sentence('whatsappTemplates.test.noAccount'),
}

function wordsOf({ error, sentence: said }: GraphRefused, what: keyof typeof NOT_FOUND): Sentence {
  if (error === null) return said
  if (error.code === 190 || error.code === 0) {
    return sentence('whatsappTemplates.test.token', { answer: error.words })
  }
  if (error.code === 100 || error.code === 33) return NOT_FOUND[what]
  const isRight = error.code === 3 || error.code === 10 || (error.code >= 200 && error.code <= 299)
  return isRight ? sentence('whatsappTemplates.test.rights', { answer: error.words }) : said
}

async function lookAtNumber(access: GraphAccess, { phone_number_id: id }: AccountIds): Promise<Sentence> {
  const fields = 'display_phone_number,verified_name,quality_rating,code_verification_status'
  const number = await callGraph(access, { method: 'GET', path: `${encodeURIComponent(id)}?fields=${fields}` })
  const shown = textOf(number['display_phone_number'])
  if (shown === '') throw new SettingWrong(NOT_FOUND.phone_number)
  const name = textOf(number['verified_name'])
  return name === ''
    ? sentence('whatsappTemplates.test.number', { number: shown })
    : sentence('whatsappTemplates.test.namedNumber', { number: shown, name })
}

async function lookAtAccount(access: GraphAccess, ids: AccountIds): Promise<Sentence> {
  const account = encodeURIComponent(ids.buisness_account_id)
  const { name } = await callGraph(access, { method: 'GET', path: `${account}?fields=id,name` })
  const numbers = await callGraph(access, { method: 'GET', path: `${account}/phone_numbers?fields=id&limit=100` })
  const own = listOf(numbers['data']).map(number => textOf(recordOf(number)['id']))
  if (!own.includes(ids.phone_number_id)) {
    throw new SettingWrong(sentence('whatsappTemplates.test.otherAccount'))
  }
  return sentence('whatsappTemplates.test.account', { name: textOf(name) || ids.buisness_account_id })
}

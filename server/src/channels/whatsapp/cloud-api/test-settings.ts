/** "Test connection": reads the number and the business account, and names the setting that is wrong. */
import type { ConfigurationTest, TestStep } from '../../provider.ts'
import { callGraph, GraphRefused, type GraphAccess } from './graph.ts'
import { listOf, recordOf, textOf } from './graph-json.ts'

export interface AccountIds {
  phone_number_id: string
  buisness_account_id: string
}

/** Sends nothing to anybody. */
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

async function attempt(look: () => Promise<string>, what: keyof typeof NOT_FOUND): Promise<Omit<TestStep, 'name'>> {
  try {
    return { ok: true, message: await look() }
  } catch (error) {
    if (error instanceof SettingWrong) return { ok: false, message: error.message }
    if (!(error instanceof GraphRefused)) throw error
    return { ok: false, message: wordsOf(error, what) }
  }
}

class SettingWrong extends Error {}

const NOT_FOUND = {
  phone_number: 'There is no phone number of this id, or the token does not reach it. Check the phone number ID.',
  business_account: 'There is no business account of this id, or the token does not reach it. Check the account ID.',
}

function wordsOf({ error, message }: GraphRefused, what: keyof typeof NOT_FOUND): string {
  if (error === null) return message
  if (error.code === 190 || error.code === 0) {
    return `WhatsApp refused the access token. It may have expired: enter a new one. (${error.words})`
  }
  if (error.code === 100 || error.code === 33) return NOT_FOUND[what]
  const isRight = error.code === 3 || error.code === 10 || (error.code >= 200 && error.code <= 299)
  return isRight
    ? `The access token lacks whatsapp_business_messaging or whatsapp_business_management. (${error.words})`
    : message
}

async function lookAtNumber(access: GraphAccess, { phone_number_id: id }: AccountIds): Promise<string> {
  const fields = 'display_phone_number,verified_name,quality_rating,code_verification_status'
  const number = await callGraph(access, { method: 'GET', path: `${encodeURIComponent(id)}?fields=${fields}` })
  const shown = textOf(number['display_phone_number'])
  if (shown === '') throw new SettingWrong(NOT_FOUND.phone_number)
  const name = textOf(number['verified_name'])
  return name === '' ? `Messages leave from ${shown}.` : `Messages leave from ${shown} (${name}).`
}

async function lookAtAccount(access: GraphAccess, ids: AccountIds): Promise<string> {
  const account = encodeURIComponent(ids.buisness_account_id)
  const { name } = await callGraph(access, { method: 'GET', path: `${account}?fields=id,name` })
  const numbers = await callGraph(access, { method: 'GET', path: `${account}/phone_numbers?fields=id&limit=100` })
  const own = listOf(numbers['data']).map(number => textOf(recordOf(number)['id']))
  if (!own.includes(ids.phone_number_id)) {
    throw new SettingWrong('The phone number belongs to another business account. Check both ids.')
  }
  return `The number belongs to the business account ${textOf(name) || ids.buisness_account_id}.`
}

/** The application's own account at WhatsApp, for calls other than sending. */
import { sentence } from '@notifly/contracts/sentences/sentence'
import { GraphRefused, type GraphAccess } from '../../channels/whatsapp/cloud-api/graph.ts'
import type { Deps } from '../../http/deps.ts'
import { AppError } from '../../lib/app-error.ts'
import { noteState, providerEnvironment, storedSettings } from '../channel-settings/channel-settings.ts'

export interface Account {
  access: GraphAccess
  accountId: string
  numberId: string
  /** Empty where it was not entered. */
  appId: string
}

type AccountDeps = Pick<Deps, 'database' | 'secrets' | 'config'>

/** Null if WhatsApp is not set up. */
export async function accountOf(deps: AccountDeps, applicationId: string): Promise<Account | null> {
  const stored = await storedSettings(deps, applicationId, 'whatsapp')
  if (stored === null) return null
  const text = (name: string) => {
    const value = stored.settings[name]
    return typeof value === 'string' ? value : ''
  }
  return {
    access: { token: text('token'), environment: providerEnvironment(deps.config) },
    accountId: text('buisness_account_id'),
    numberId: text('phone_number_id'),
    appId: text('app_id'),
  }
}

/** Throws conflict if WhatsApp is not set up. */
export async function requiredAccount(deps: AccountDeps, applicationId: string): Promise<Account> {
  const account = await accountOf(deps, applicationId)
  if (account !== null) return account
  throw new AppError('conflict', sentence('whatsappTemplates.notConfigured'))
}

/** Calls WhatsApp; what the response says about the token itself is stored as the state of the settings. Throws GraphRefused. */
export async function askWhatsapp<T>(
  deps: Pick<Deps, 'database' | 'clock'>,
  applicationId: string,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isToken = error instanceof GraphRefused && (error.error?.code === 190 || error.error?.code === 0)
    if (isToken) await noteState(deps, applicationId, 'whatsapp', error.sentence)
    throw error
  }
}

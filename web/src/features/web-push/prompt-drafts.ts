/** The values of a site's prompts while they are edited: a prompt that is absent is not in use. */
import {
  PROMPT_COLORS,
  PROMPT_TYPES,
  PromptPreferences,
  type PromptType,
  SubscriptionBell,
} from '@notifly/contracts/web-push/prompts'
import { askers } from '@notifly/site-sdk/prompts/askers'
import { sentenceOfIssue } from '@notifly/contracts/sentences/of-issue'
import type { Sentence } from '@notifly/contracts/sentences/sentence'

export type { PromptType } from '@notifly/contracts/web-push/prompts'
export { PROMPT_TYPES } from '@notifly/contracts/web-push/prompts'

/** The tab of each kind, in their order. */
export const TAB_OF: Record<PromptType, string> = {
  subscription_bell: 'bell',
  slide_prompt: 'slide',
  custom_link: 'link',
}

/** The words that a new prompt begins with, in the reader's language. */
export interface StartWords {
  accept: string
  reject: string
  subscribe: string
  unsubscribe: string
}

/** The same preferences with a kind as it begins. */
export function withNew(preferences: PromptPreferences, type: PromptType, words: StartWords): PromptPreferences {
  const { accent: text_color, primary, reject } = PROMPT_COLORS
  switch (type) {
    case 'subscription_bell':
      return { ...preferences, subscription_bell: SubscriptionBell.parse({}) }
    case 'slide_prompt':
      return {
        ...preferences,
        slide_prompt: {
          custmize_prompt_text: false,
          prompt_text: '',
          accept: { message: words.accept, text_color, background_color: primary },
          reject: { message: words.reject, text_color, background_color: reject },
        },
      }
    case 'custom_link':
      return {
        ...preferences,
        custom_link: {
          style: 0,
          size: 1,
          button_color: primary,
          text_color,
          subscribe_text: words.subscribe,
          explanation_text: '',
          allow_unsubscribe: true,
          unsubscribe_text: words.unsubscribe,
        },
      }
  }
}

/** The same preferences without a kind. */
export function without(preferences: PromptPreferences, type: PromptType): PromptPreferences {
  const { [type]: _, ...rest } = preferences
  const active = rest.active === type ? (typesIn(rest)[0] ?? 'subscription_bell') : rest.active
  return { ...rest, active }
}

/** The kinds in use, in their order. */
export function typesIn(preferences: PromptPreferences): PromptType[] {
  return PROMPT_TYPES.filter(type => preferences[type] !== undefined)
}

const ASKERS = { bell: 'subscription_bell', slide: 'slide_prompt' } as const

/** Those that would ask by themselves: the first does, another waits. */
export function automaticPrompts(preferences: PromptPreferences) {
  return askers(preferences).map(name => ASKERS[name])
}

/** Messages by the place of their field, such as `slide_prompt.accept.message`; empty when all of it can be saved. */
export function faultsOf(preferences: PromptPreferences): ReadonlyMap<string, Sentence> {
  const { error } = PromptPreferences.safeParse(preferences)
  return new Map(error?.issues.map(issue => [issue.path.join('.'), sentenceOfIssue(issue)]) ?? [])
}

import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'

/** The prompts that open automatically, in the site's order. Only the first one opens. */
export function askers({
  active,
  subscription_bell: bell,
  slide_prompt: slide,
}: PromptPreferences): ('bell' | 'slide')[] {
  const asks = [...(bell?.auto_prompt === true ? (['bell'] as const) : []), ...(slide ? (['slide'] as const) : [])]
  return active === 'slide_prompt' ? asks.reverse() : asks
}

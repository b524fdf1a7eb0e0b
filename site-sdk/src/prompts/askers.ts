import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'

/** The prompts that open automatically. Only the first one does, in the site's order; the others wait. */
export function askers({
  active,
  subscription_bell: bell,
  slide_prompt: slide,
}: PromptPreferences): ('bell' | 'slide')[] {
  const asks = [...(bell?.auto_prompt === true ? (['bell'] as const) : []), ...(slide ? (['slide'] as const) : [])]
  return active === 'slide_prompt' ? asks.reverse() : asks
}

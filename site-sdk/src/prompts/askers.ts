import type { PromptPreferences } from '@notifly/contracts/web-push/prompts'

/** The prompts that would ask by themselves. Only the first does, which is the one that the site put first; another waits. */
export function askers({
  active,
  subscription_bell: bell,
  slide_prompt: slide,
}: PromptPreferences): ('bell' | 'slide')[] {
  const asks = [...(bell?.auto_prompt === true ? (['bell'] as const) : []), ...(slide ? (['slide'] as const) : [])]
  return active === 'slide_prompt' ? asks.reverse() : asks
}

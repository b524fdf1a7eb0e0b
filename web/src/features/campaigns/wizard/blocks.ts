/** What still stands between a campaign and its launch, each with the step that mends it. */
import type { Channel } from '@notifly/contracts/applications/applications'
import { isEmail, lettersDigitsAndSpaces } from '@notifly/contracts/fields'
import type { Problem } from '@notifly/contracts/templates/templates'
import { isNow, type MissingPart, missingParts } from '../../../components/schedule/schedule-choice.ts'
import { testBlocks, type TestPart } from './ab-test/test-blocks.ts'
import { messageBlocks, type MessagePart } from './message-blocks.ts'
import type { StepId } from './steps.ts'
import { toSchedule } from '../../../components/schedule/schedule-wire.ts'
import type { CompleteContent } from './use-content.ts'
import type { CampaignValues } from './values.ts'

/** `name` stands in the wizard's bar; the others are parts of steps. */
export type BlockPart =
  | TestPart
  | MessagePart
  | 'name'
  | 'audience'
  | 'subject'
  | 'body'
  | 'problems'
  | 'replyTo'
  | MissingPart
  | 'noRuns'
  | 'channel'

export interface Block {
  part: BlockPart
  step: StepId | 'bar' | 'settings'
  /** How many, where it is several. */
  count?: number
}

export interface BlockFacts {
  channel: Channel
  values: CampaignValues
  /** As they will be sent, with the template's parts: one, or that of each variant. */
  contents: readonly CompleteContent[]
  problems: readonly Problem[]
  /** The runs of what is chosen now; undefined while they are not known. */
  runs: readonly number[] | undefined
  /** Those who would get it; undefined while they are not counted. */
  recipients: number | undefined
  /** Undefined while it is not known. */
  isConfigured: boolean | undefined
  /** Of one text message, as the provider takes it. */
  charactersMax: number
}

export function blocksOf(facts: BlockFacts): Block[] {
  const { channel, values, contents, problems, runs, recipients, isConfigured, charactersMax } = facts
  const { audience, ab_test: test } = values
  const { isOn, part } = test
  const [content] = contents
  const isMail = channel === 'email'
  const lacks = (own: string | undefined) => isMail && content?.isLoading === false && own?.trim() === ''
  const errors = problems.filter(problem => problem.severity === 'error').length
  const replyTo = values.reply_to.trim()
  const missing = missingParts(values.schedule)
  const hasNoRun = missing.length === 0 && !isNow(values.schedule) && runs?.length === 0
  const found: (Block | false)[] = [
    !isName(values.campaignName) && { part: 'name', step: 'bar' },
    !audience.all && audience.segment_uuids.length === 0 && { part: 'audience', step: 'who' },
    !isOn && lacks(content?.subject) && { part: 'subject', step: 'what' },
    (!isOn || part === 'subject') && lacks(content?.html) && { part: 'body', step: 'what' },
    ...testBlocks({ test, contents, schedule: toSchedule(values.schedule), recipients }),
    ...(content === undefined ? [] : messageBlocks(channel, { values, content, charactersMax })),
    errors > 0 && { part: 'problems', step: 'what', count: errors },
    isMail && replyTo !== '' && !isEmail(replyTo) && { part: 'replyTo', step: 'what' },
    ...missing.map(part => ({ part, step: 'when' as const })),
    hasNoRun && { part: 'noRuns', step: 'when' },
    isConfigured === false && { part: 'channel', step: 'settings' },
  ]
  return found.filter(block => block !== false)
}

/** Letters, digits and spaces. */
export function isName(name: string): boolean {
  return lettersDigitsAndSpaces.safeParse(name).success
}

/** Whether a step has all that it can give. */
export function isStepDone(step: StepId, blocks: readonly Block[]): boolean {
  return step === 'review' ? blocks.length === 0 : blocks.every(block => block.step !== step)
}

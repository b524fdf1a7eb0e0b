import type { Member } from '@notifly/contracts/members/members'
import { peopleTone, type Tone } from '../../components/display/status-tones.ts'

/** The badge of a member's status; owners have none. An invitation whose time is over says so. */
export function memberLook(member: Member): { tone: Tone; word: string } | undefined {
  if (member.is_super) return undefined
  const isOver = member.expires_on !== null && member.expires_on * 1000 <= Date.now()
  return { tone: peopleTone(member.status), word: isOver ? 'expired' : member.status }
}

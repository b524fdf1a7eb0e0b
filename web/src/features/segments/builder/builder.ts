/** What every part of the rule builder needs: the tree, actions on it, texts, errors and counts. */
import type { MergeField } from '@notifly/contracts/contacts/audience'
import { createContext, useContext } from 'react'
import type { RuleNames, RuleWords } from '../../../components/segments/use-rule-words.ts'
import type { Draft, DraftTree, Fault } from './drafts.ts'
import type { Direction, Match } from './rule-tree.ts'

export interface RuleActs {
  /** `about` names what is being typed into, so that one undo takes all of it back. */
  write: (id: string, draft: Draft, about?: string) => void
  match: (id: string, match: Match) => void
  addCondition: (groupId: string, after?: string) => void
  addGroup: (groupId: string) => void
  move: (id: string, direction: Direction) => void
  wrap: (id: string) => void
  unwrap: (id: string) => void
  duplicate: (id: string) => void
  remove: (id: string) => void
  undo: () => void
  redo: () => void
}

export interface Builder {
  /** The segment being edited, which its own rules cannot name. */
  segmentUuid: string | undefined
  tree: DraftTree
  acts: RuleActs
  words: RuleWords
  names: RuleNames
  /** Undefined while they load. */
  fields: readonly MergeField[] | undefined
  /** The number of all contacts, for fill rates. */
  contacts: number | undefined
  /** What is to be said at a condition, if anything. */
  faultAt: (id: string) => Fault | undefined
  /** How many fit a condition by itself, in figures; a dash where that is not known. */
  aloneAt: (id: string) => string
  /** Today on the application's clock, YYYY-MM-DD. */
  today: string
}

export const BuilderContext = createContext<Builder | null>(null)

/** The builder around a part of it. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext)
  if (builder === null) throw new Error('a part of the rule builder stands outside of it')
  return builder
}

/** The context of the rule builder: the tree, actions on it, texts, errors and counts. */
import type { MergeField } from '@notifly/contracts/contacts/audience'
import { createContext, useContext } from 'react'
import type { RuleNames, RuleWords } from '../../../components/segments/use-rule-words.ts'
import type { Draft, DraftTree, Fault } from './drafts.ts'
import type { Direction, Match } from './rule-tree.ts'

export interface RuleActs {
  /** `about` identifies the edited field, so that one undo reverts everything typed into it. */
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
  /** Id of the edited segment, which its own rules can't refer to. */
  segmentUuid: string | undefined
  tree: DraftTree
  acts: RuleActs
  words: RuleWords
  names: RuleNames
  /** Undefined while loading. */
  fields: readonly MergeField[] | undefined
  /** Number of all contacts, for fill rates. */
  contacts: number | undefined
  /** The error to show at a condition, if any. */
  errorAt: (id: string) => Fault | undefined
  /** How many contacts match a condition on its own, formatted; a dash while unknown. */
  aloneAt: (id: string) => string
  /** Today's date on the application's clock, YYYY-MM-DD. */
  today: string
}

export const BuilderContext = createContext<Builder | null>(null)

/** The builder that surrounds this component. Throws outside of one. */
export function useBuilder(): Builder {
  const builder = useContext(BuilderContext)
  if (builder === null) throw new Error('a part of the rule builder stands outside of it')
  return builder
}

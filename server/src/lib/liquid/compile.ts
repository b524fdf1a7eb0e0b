/**
 * Compiled templates: constant text with slots between. The constant parts can be encoded once for a whole run (as quoted-printable, say);
 * per message only the slots are filled. A plain output is one slot, and so is a whole `if` or `for` block; a template that keeps state
 * between its parts (assign, capture, cycle) is a single slot, because its parts cannot be rendered separately.
 */
import { english } from '@notifly/contracts/sentences/english'
import { Filter, Output, type Template, TypeGuards } from 'liquidjs'
import { type RenderBudget, withinBudget } from './budget.ts'
import { checkStructure } from './check.ts'
import { blockRanges, type Construct, readConstructs } from './constructs.ts'
import { COMPLETED_LIMITS, contextOf, engine } from './engine.ts'
import { type Place, readPlaces, type TemplateKind } from './places.ts'
import { type Problem, refusesSaving } from './problem.ts'
import { childrenOf, leadingField, readReferences } from './references.ts'
import { asRenderError, type Fields, outputSlot, type Slot } from './slots.ts'
import { textOf } from './text-of.ts'
import { parseLiquid } from './tokens.ts'
import { oneLine, type Writer, writerFor } from './writers.ts'

export interface CompiledTemplate {
  kind: TemplateKind
  /** One more than there are slots: static, slot, static, slot, ..., static. */
  statics: readonly string[]
  slots: readonly Slot[]
  /** The fields that are read, without duplicates. */
  fields: readonly string[]
  /** Every slot is a plain output: no block needs the engine. */
  plain: boolean
}

/** Thrown for a template that checkTemplate would refuse. */
export class TemplateInvalid extends Error {
  readonly problems: readonly Problem[]

  constructor(problems: readonly Problem[]) {
    super(problems[0] ? english(problems[0]) : 'The template is not valid.')
    this.name = 'TemplateInvalid'
    this.problems = problems
  }
}

/** Compiles a template for any number of renderings. Throws TemplateInvalid. */
export function compileTemplate(source: string, kind: TemplateKind): CompiledTemplate {
  const { problems } = checkStructure(source, kind, COMPLETED_LIMITS)
  if (refusesSaving(problems)) throw new TemplateInvalid(problems)
  const templates = parseLiquid(source)
  const fields = [...new Set(readReferences(templates).map(reference => reference.field))]
  const writers = readWriters(source, kind)
  if (templates.some(template => keepsState(template))) {
    for (const template of templates) escapeInside(template, writers)
    return { kind, statics: ['', ''], slots: [engineSlot(templates, kind)], fields, plain: false }
  }
  return { kind, ...segment(templates, kind, writers), fields }
}

/** Whether it compiles, however incomplete it is otherwise. */
export function isReadable(source: string, kind: TemplateKind): boolean {
  return !refusesSaving(checkStructure(source, kind, COMPLETED_LIMITS).problems)
}

/** Renders the whole text, within the budget of its message (see withinBudget). Throws RenderError. */
export function render(compiled: CompiledTemplate, fields: Fields): string {
  const { statics, slots } = compiled
  return withinBudget(budget => {
    let text = statics[0] ?? ''
    for (let index = 0; index < slots.length; index++) {
      text += fill(slots[index] as Slot, fields, budget) + (statics[index + 1] as string)
    }
    return text
  })
}

/**
 * Renders the slots only, in order, for callers that keep the static parts in an encoding of their own. Budget and errors as for `render`.
 */
export function renderSlots(compiled: CompiledTemplate, fields: Fields): string[] {
  return withinBudget(budget => compiled.slots.map(slot => fill(slot, fields, budget)))
}

function fill(slot: Slot, fields: Fields, budget: RenderBudget): string {
  const text = slot(fields)
  budget.write(text.length)
  return text
}

type Writers = (output: Output) => Writer

function readWriters(source: string, kind: TemplateKind): Writers {
  const constructs = readConstructs(source)
  const places = readPlaces(source, constructs, kind)
  const captured = blockRanges(constructs, 'capture')
  const byBegin = new Map(constructs.map((construct): [number, Construct] => [construct.begin, construct]))
  return output => {
    const construct = byBegin.get(output.token.begin)
    // Captured text is a value like any other: it is escaped where it is printed, not where it is captured.
    const isCaptured = captured.some(({ begin, end }) => begin < output.token.begin && output.token.begin < end)
    const place: Place = construct && !isCaptured ? places.placeOf(construct) : { at: 'text' }
    return writerFor(place, leadingField(output.value) ?? output.token.content)
  }
}

function segment(
  templates: readonly Template[],
  kind: TemplateKind,
  writers: Writers,
): Pick<CompiledTemplate, 'statics' | 'slots' | 'plain'> {
  const statics: string[] = []
  const slots: Slot[] = []
  let text = ''
  let plain = true
  const addSlot = (slot: Slot): void => {
    statics.push(text)
    slots.push(slot)
    text = ''
  }
  for (const template of templates) {
    if (TypeGuards.isHTMLToken(template.token)) text += template.token.getContent()
    else if (template instanceof Output) addSlot(outputSlot(template, writers(template)))
    else if (!isComment(template)) {
      plain = false
      escapeInside(template, writers)
      addSlot(engineSlot([template], kind))
    }
  }
  statics.push(text)
  return { statics: kind === 'subject' ? statics.map(oneLine) : statics, slots, plain }
}

function engineSlot(templates: Template[], kind: TemplateKind): Slot {
  const field = readReferences(templates)[0]?.field ?? ''
  return fields => {
    let text: string
    try {
      text = withinBudget(budget => engine.renderSync(templates, contextOf(fields, budget)) as string)
    } catch (error) {
      throw asRenderError(error, field)
    }
    return kind === 'subject' ? oneLine(text) : text
  }
}

/** Adds the writer of its place to each output, as a last filter that no template can name. */
function escapeInside(template: Template, writers: Writers): void {
  if (template instanceof Output) {
    const write = writers(template)
    const token = { name: 'write', args: [] } as unknown as ConstructorParameters<typeof Filter>[0]
    template.value.filters.push(new Filter(token, (value: unknown) => write(textOf(value)), engine))
  }
  for (const child of childrenOf(template)) escapeInside(child, writers)
}

/** Whether later templates see what this one does. Inside a loop, break and continue end with the loop. */
function keepsState(template: Template, inLoop = false): boolean {
  if (!TypeGuards.isTagToken(template.token)) return false
  const { name, args } = template.token
  if (['assign', 'capture', 'cycle'].includes(name)) return true
  if (name === 'break' || name === 'continue') return !inLoop
  if (name === 'for' && /offset\s*:\s*continue/.test(args)) return true
  return childrenOf(template).some(child => keepsState(child, inLoop || name === 'for'))
}

function isComment(template: Template): boolean {
  return TypeGuards.isTagToken(template.token) && ['comment', '#'].includes(template.token.name)
}

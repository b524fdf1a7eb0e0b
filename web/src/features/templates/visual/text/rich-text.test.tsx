import type { EditorView } from 'prosemirror-view'
import { expect, test } from 'vitest'
import { render } from '../../../../testing/render.ts'
import { RichText } from './RichText.tsx'
import { TEXT } from './schema.ts'

const nothing = () => {}
/** Effects run after the frame that they belong to. */
const drawn = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)))
const NONE: ReadonlySet<string> = new Set()

test('what is typed while the page is behind is kept; what others change is taken over', async () => {
  let view: EditorView | undefined
  const told: string[] = []
  const textOf = (html: string) => (
    <RichText
      html={html}
      schema={TEXT}
      label="Text"
      start={undefined}
      unknown={NONE}
      onChange={next => told.push(next)}
      onView={next => (view = next)}
      onLink={nothing}
      onLeave={nothing}
    />
  )
  const screen = await render(textOf('Hi'))
  const type = (text: string) => view?.dispatch(view.state.tr.insertText(text, view.state.doc.content.size - 1))
  for (const letter of ' you') type(letter)
  expect(told).toEqual(['Hi ', 'Hi y', 'Hi yo', 'Hi you'])
  // The page comes with the first of them only now.
  await screen.rerender(textOf('Hi '))
  await drawn()
  expect(view?.state.doc.textContent).toBe('Hi you')
  await screen.rerender(textOf('Hi you'))
  await screen.rerender(textOf('Hi {{ first_name }}'))
  await expect.poll(() => view?.state.doc.textContent).toBe('Hi {{ first_name }}')
  expect(told).toHaveLength(4)
  type(' {{ a }}')
  expect(told.at(-1)).toBe('Hi {{ first_name }} {{ a }}')
  expect(view?.dom.querySelectorAll('.mail-field')).toHaveLength(2)
})

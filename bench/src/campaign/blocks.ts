/** Compares an email built from blocks with a hand-written one of the same size, with the same fields and links. */
import { compileMjml } from '@notifly/server/lib/mjml/compile-mjml'
import { availableParallelism } from 'node:os'
import type { Benchmark } from '../harness/bench-context.ts'
import { compare } from '../harness/compare.ts'
import { CONTENT, newsletter } from './content.ts'
import { setStage } from './stage.ts'

export const benchBlocks: Benchmark = async ({ postgres, sizes, say }) => {
  const workers = availableParallelism()
  const { blocksRecipients: recipients, rounds } = sizes
  say(`mails of blocks and by hand to ${recipients} recipients, ${rounds} rounds`)
  const { html, problems } = await compileMjml(MAIL, 'https://notifly.example')
  if (html === '') throw new Error(`the mail was not compiled: ${problems[0]?.key ?? 'nothing says why'}`)
  const blocks = { ...CONTENT, html }
  const byHand = { ...CONTENT, html: newsletter(html.length, '') }
  await using stage = await setStage({ postgres, workers, recipients })
  const sendBlocks = () => stage.send({ content: blocks })
  const sendByHand = () => stage.send({ content: byHand })
  await sendBlocks()
  await sendByHand()
  const comparison = await compare(rounds, sendBlocks, sendByHand)
  return [
    {
      ...comparison,
      name: 'mail of blocks',
      bar: { least: 0.9 },
      unit: 'mails/s',
      limitName: 'the same by hand',
      costs: await stage.costs(),
      how:
        `${recipients} recipients, ${workers} workers. A mail of MJML as the visual editor makes it, compiled once when it is saved to ` +
        `${html.length} bytes of HTML, with 10 merge fields and 5 tracked links. Limit: a campaign with hand-written HTML of ` +
        `${byHand.html.length} bytes, the same fields, as many links and about as many words.`,
    },
  ]
}

const text = (html: string): string => `<mj-text><p style="margin: 0">${html}</p></mj-text>`
const button = (page: string, words: string): string =>
  `<mj-button href="https://shop.example/${page}?from=mail">${words}</mj-button>`
const section = (...columns: readonly string[]): string =>
  `<mj-section>${columns.map(each => `<mj-column>${each}</mj-column>`).join('')}</mj-section>`

const MAIL = `<mjml lang="en">
  <mj-head><mj-attributes><mj-text font-size="16px" line-height="1.5" color="#333a45" /></mj-attributes></mj-head>
  <mj-body background-color="#f6f8fc">
    ${section(text('Dear {{ first_name }} {{ last_name }}, here is what is new in {{ city }} this week.'))}
    ${section(text('You are on the {{ plan }} plan.'), text('You have {{ points }} points.'))}
    ${section(button('account', 'See your account'), button('points', 'Spend your points'))}
    ${section(text('On your birthday, {{ birthday }}, something waits for you at {{ shop }}.'))}
    ${section(button('week', 'This week'), button('offers', 'All offers'), button('help', 'Help'))}
    ${section(text('Yours, {{ agent }}. Your code is {{ code }}, your colour {{ colour }}.'))}
    ${section(text('<a href="{{ unsubscribe_url }}">Unsubscribe</a>'))}
  </mj-body>
</mjml>`

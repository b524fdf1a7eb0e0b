/** By hand: 60,000 recipients and a product that is killed in the middle. `node e2e/acceptance/long.ts [people] [times]` */
import { newOwner } from '../product/people.ts'
import { importAudience } from '../product/seeds.ts'
import { waitFor } from '../product/wait-for.ts'
import { addresses, audienceFile, ended, launch, progress, sendThrough } from './campaigns.ts'
import { Installation } from './installation.ts'
import { lostAndDoubled, startReceiver } from './receiver.ts'

const people = Number(process.argv[2] ?? 60_000)
const times = Number(process.argv[3] ?? 3)
const how = process.argv[4] ?? 'kill'

const product = await Installation.create()
const receiver = await startReceiver()
try {
  console.log(`first start ${(await product.start()).toFixed(1)} s`)
  const owner = await newOwner(product)
  await sendThrough(owner, receiver.port)
  const emails = addresses(people)
  let at = performance.now()
  const segment = await importAudience(owner, audienceFile(emails), 'Everybody')
  console.log(`import ${((performance.now() - at) / 1000).toFixed(1)} s`)
  for (let time = 1; time <= times; time++) {
    const before = await receiver.mails()
    at = performance.now()
    const campaign = await launch(owner, { name: `Campaign ${time}`, segment })
    const killAt = before + Math.round(people * (0.1 + 0.8 * Math.random()))
    await waitFor('the middle', async () => ((await receiver.mails()) >= killAt ? true : undefined), 120_000)
    const sentAtKill = (await receiver.mails()) - before
    if (how === 'kill') await product.kill()
    else if (how === 'stop') await product.stop()
    else await product.killPostgres()
    const downAt = performance.now()
    if (how !== 'postgres') console.log(`  again up in ${(await product.start()).toFixed(1)} s`)
    const run = await ended(owner, campaign, 300_000)
    const report = await receiver.report()
    const doubled = report.mails - before - people
    const { lost } = lostAndDoubled(report, emails)
    const fewest = Math.min(...emails.map(email => report.recipients[email] ?? 0))
    console.log(
      JSON.stringify({
        time,
        sentAtKill,
        lost,
        fewest,
        doubled,
        counts: run.counts,
        seconds: (performance.now() - at) / 1000,
        afterKill: (performance.now() - downAt) / 1000,
      }),
    )
    if (fewest < time) console.log('LOST SOMEBODY')
  }
  void progress
} finally {
  await product.remove()
  await receiver.stop()
  console.log(
    product.printed
      .filter(line => /"level":(40|50|60)/.test(line))
      .map(line => line.slice(0, 250))
      .slice(0, 40)
      .join('\n'),
  )
}

/** Fills an empty, migrated database with half a year of Palmyra Retail. */
import { ensureLeaves } from '@notifly/server/db/partitions'
import { sql } from 'kysely'
import { addKitchenContacts, contactsOf, openArrivals } from './audience/arrivals.ts'
import { noteShopFields } from './audience/contacts.ts'
import { makeBrowsers } from './audience/devices.ts'
import { sendOrderEvents } from './audience/orders.ts'
import { makeSegments } from './audience/segments.ts'
import { PAUSED_CAMPAIGN, TODAYS_CAMPAIGN } from './content/campaigns.ts'
import { fillLibrary, writeBlocks } from './content/library.ts'
import { uploadPictures } from './content/pictures.ts'
import { writeKitchenTemplates, writeShopTemplates } from './content/templates.ts'
import { storeWhatsappTemplates } from './content/whatsapp-templates.ts'
import { addForms, addTopics, askForApproval, planAhead, saveViews } from './desk.ts'
import { failToSend } from './runs/fail-to-send.ts'
import { liveOn } from './life.ts'
import { recordActivity, noteHours } from './runs/aftermath.ts'
import { connectSystems } from './runs/endpoints.ts'
import { noteLog } from './runs/log.ts'
import { pauseHalfway } from './runs/pause-halfway.ts'
import { launch, live, type Stage } from './runs/send.ts'
import { liveKitchen } from './runs/kitchen.ts'
import { connectKitchen, connectShop } from './world/channels.ts'
import { foundOrganization, type Team } from './world/team.ts'
import type { World } from './world/world.ts'

const MONTHS_BACK = 7

/** Resolves to the team. */
export async function fill(world: World): Promise<Team> {
  const { database, now } = world
  await ensureLeaves(database, now, { monthsBack: MONTHS_BACK })
  const team = await foundOrganization(world)
  await connectShop(world, team)
  await noteShopFields(world, team.shop)
  const topics = await addTopics(world, team)
  const segments = await makeSegments(world, team)
  const devices = await makeBrowsers(world, contactsOf(world))
  await using comers = openArrivals({ world, team, segments, devices })
  world.moveTo(world.at(-180, '15:00'))
  const pictures = await uploadPictures(world, team.meera, team.shop)
  await fillLibrary(world, team)
  const templates = await writeShopTemplates(world, team, pictures)
  await writeBlocks(world, team, pictures)
  await storeWhatsappTemplates(world, team)
  const stage: Stage = {
    world,
    team,
    shop: team.shop,
    segments,
    templates,
    topics,
    runs: 0,
    details: Promise.resolve(),
  }
  await liveOn(stage, comers.arrivals)
  await stage.details
  // What is derived from all runs reads all of them: without statistics the planner would choose nested loops.
  await Promise.all([world.database.pool.query('analyze'), leaveOpen(stage, team)])
  await Promise.all([noteReaders(world), addSystems(world, team)])
  return team
}

/** Adds what waits for someone or has not ended, and the small application. */
async function leaveOpen(stage: Stage, team: Team): Promise<void> {
  await addForms(stage)
  await planAhead(stage)
  await failToSend(stage)
  await pauseHalfway(stage, PAUSED_CAMPAIGN)
  await sendToday(stage)
  await askForApproval(stage)
  await saveViews(stage)
  await stage.details
  await fillKitchen(stage, team)
}

/** Derives contacts' activity and best hours, and log entries, from all runs. */
async function noteReaders(world: World): Promise<void> {
  await recordActivity(world, world.now)
  await noteHours(world)
  await noteLog(world)
}

/** Adds the data exchanged between the shop's own systems and the product. */
async function addSystems(world: World, team: Team): Promise<void> {
  await sendOrderEvents(world, team)
  await connectSystems(world, team)
}

/** Sends today's campaign 100 minutes ago, so that recipients are still reading it. */
async function sendToday(stage: Stage): Promise<void> {
  const at = new Date(stage.world.now.getTime() - 100 * 60_000)
  await live(stage, TODAYS_CAMPAIGN, await launch(stage, TODAYS_CAMPAIGN, at))
}

async function fillKitchen(stage: Stage, team: Team): Promise<void> {
  const { world } = stage
  await connectKitchen(world, team)
  await addKitchenContacts(world, team.kitchen)
  world.moveTo(world.at(-138, '16:00'))
  const pictures = await uploadPictures(world, team.meera, team.kitchen)
  const templates = await writeKitchenTemplates(world, team, pictures)
  const kitchen = { ...stage, shop: team.kitchen, templates, segments: new Map(), topics: new Map() }
  await liveKitchen(kitchen)
  await kitchen.details
}

/** Cleans up after the fill: ends all sessions, and drops mails about past events. */
export async function endSessions({ database: { kysely } }: World): Promise<void> {
  await kysely.deleteFrom('session').execute()
  await sql`delete from rate_limit`.execute(kysely)
  await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs where task_identifier like '%mail%'`.execute(
    kysely,
  )
}

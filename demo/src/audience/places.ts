/** Where customers live, their names there, and their mailbox providers. All of it is invented. */

export interface Place {
  country: string
  lang: string
  zone: string
  /** A calling code with a block of unassigned numbers. */
  numbers: string
  /** Percentage of customers. */
  share: number
  cities: readonly string[]
  first: readonly string[]
  last: readonly string[]
}

const BRITISH = {
  first:
    'Olivia Amelia Isla Ava Grace Freya Emily Sophie Ella Poppy Oliver George Arthur Noah Harry Leo Jack Theo Oscar Thomas'.split(
      ' ',
    ),
  last: 'Smith Jones Taylor Brown Wilson Evans Thomas Johnson Roberts Walker Wright Robinson Thompson White Hughes Edwards Green Hall Wood Harris'.split(
    ' ',
  ),
}

export const PLACES: readonly Place[] = [
  {
    country: 'GB',
    lang: 'en',
    zone: 'Europe/London',
    numbers: '+44555',
    share: 46,
    cities: ['London', 'Manchester', 'Bristol', 'Leeds', 'Edinburgh', 'Cardiff', 'Brighton', 'York'],
    ...BRITISH,
  },
  {
    country: 'IE',
    lang: 'en',
    zone: 'Europe/Dublin',
    numbers: '+353555',
    share: 6,
    cities: ['Dublin', 'Cork', 'Galway'],
    first: 'Saoirse Aoife Niamh Ciara Roisin Conor Sean Cian Oisin Padraig'.split(' '),
    last: 'Murphy Kelly Byrne Ryan Walsh Doyle Nolan Quinn Kavanagh Burke'.split(' '),
  },
  {
    country: 'US',
    lang: 'en',
    zone: 'America/New_York',
    numbers: '+1555',
    share: 14,
    cities: ['New York', 'Boston', 'Chicago', 'Atlanta', 'Portland'],
    first: 'Emma Charlotte Mia Harper Evelyn Luna Liam James Henry Lucas Mason Elijah'.split(' '),
    last: 'Miller Davis Garcia Martinez Anderson Moore Jackson Lee Clark Lewis Young King'.split(' '),
  },
  {
    country: 'DE',
    lang: 'de',
    zone: 'Europe/Berlin',
    numbers: '+49555',
    share: 10,
    cities: ['Berlin', 'Hamburg', 'Munich', 'Cologne'],
    first: 'Hannah Lena Mila Clara Ida Paul Jonas Felix Emil Anton'.split(' '),
    last: 'Schneider Fischer Weber Meyer Wagner Becker Hoffmann Koch Richter Klein'.split(' '),
  },
  {
    country: 'FR',
    lang: 'fr',
    zone: 'Europe/Paris',
    numbers: '+33555',
    share: 8,
    cities: ['Paris', 'Lyon', 'Nantes', 'Bordeaux'],
    first: 'Louise Jade Alice Chloe Lina Gabriel Hugo Jules Adam Raphael'.split(' '),
    last: 'Martin Bernard Dubois Moreau Laurent Simon Michel Lefevre Roux Fournier'.split(' '),
  },
  {
    country: 'ES',
    lang: 'es',
    zone: 'Europe/Madrid',
    numbers: '+34555',
    share: 6,
    cities: ['Madrid', 'Barcelona', 'Valencia', 'Seville'],
    first: 'Lucia Martina Sofia Paula Carmen Mateo Alvaro Diego Pablo Javier'.split(' '),
    last: 'Fernandez Lopez Sanchez Perez Gomez Ruiz Navarro Torres Molina Ortega'.split(' '),
  },
  {
    country: 'NL',
    lang: 'nl',
    zone: 'Europe/Amsterdam',
    numbers: '+31555',
    share: 4,
    cities: ['Amsterdam', 'Utrecht', 'Rotterdam'],
    first: 'Sanne Fleur Lotte Noor Daan Bram Sem Lars'.split(' '),
    last: 'Jansen Bakker Visser Smit Meijer Mulder Bos Vos'.split(' '),
  },
  {
    country: 'IN',
    lang: 'hi',
    zone: 'Asia/Kolkata',
    numbers: '+91555',
    share: 6,
    cities: ['Mumbai', 'Bengaluru', 'Pune', 'Delhi'],
    first: 'Ananya Diya Aadhya Kavya Meera Aarav Vihaan Arjun Rohan Kabir'.split(' '),
    last: 'Sharma Iyer Patel Nair Reddy Gupta Rao Menon Kapoor Joshi'.split(' '),
  },
]

export interface MailboxProvider {
  domain: string
  /** Percentage of customers. */
  share: number
}

/**
 * Mailbox providers. The local part is a name, an underscore and a number, which belongs to no real person. Besides,
 * nothing leaves the machine.
 */
export const MAILBOXES: readonly MailboxProvider[] = [
  { domain: 'gmail.com', share: 47 },
  { domain: 'outlook.com', share: 13 },
  { domain: 'icloud.com', share: 11 },
  { domain: 'yahoo.com', share: 9 },
  { domain: 'hotmail.co.uk', share: 5 },
  { domain: 'gmx.de', share: 4 },
  { domain: 'orange.fr', share: 3 },
  { domain: 'proton.me', share: 3 },
  { domain: 'brightwater.example', share: 2 },
  { domain: 'kestrel-studio.example', share: 2 },
  { domain: 'oakfield.example', share: 1 },
]

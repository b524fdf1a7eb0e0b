import { expect, test } from 'vitest'
import { readLiveImages } from './empty-images.ts'

const emptyOf = (source: string, fields: object) => {
  const live = readLiveImages(source)
  return live && live.emptyFor(fields as Record<string, unknown>).map(index => live.images[index]?.field)
}

test.each([
  ['an address that is a field', '<img src="{{ picture }}">', { picture: '' }, ['picture']],
  ['one that is filled in', '<img src="{{ picture }}">', { picture: 'https://a.example/1.png' }, []],
  ['a default', '<img src="{{ picture | default: "https://a.example/0.png" }}">', {}, []],
  ['a default that is empty as well', '<img src="{{ picture | default: other }}">', {}, ['picture']],
  ['MJML, in two constructs', '<mj-image src="{% if a %}{{ a }}{% else %}{{ b }}{% endif %}" />', { b: ' ' }, ['a']],
  ['a condition around it', '{% if a %}<img src="{{ a }}">{% endif %}<img src="{{ b }}">', {}, ['b']],
  [
    'one of a loop',
    '{% for item in items %}<p>{{ item.name | upcase }}</p><img src="{{ item.picture }}">{% endfor %}',
    { items: [{ picture: 'https://a.example/1.png' }, { name: 'Lamp' }] },
    ['item.picture'],
  ],
  ['a loop without items', '{% for item in items %}<img src="{{ item.picture }}">{% endfor %}', {}, []],
  ['what was set before', '{% capture at %}{{ a }}{% endcapture %}<img src="{{ at }}">', { a: 'x' }, []],
  ['what was set to nothing', '{% assign at = a | strip %}<img src="{{ at }}">', { a: ' ' }, ['at']],
])('%s', (_, source, fields, empty) => {
  expect(emptyOf(source, fields)).toEqual(empty)
})

test.each([
  ['none', '<img src="https://a.example/1.png" alt="{{ name }}">'],
  ['text beside the field', '<img src="https://a.example/{{ picture }}">'],
  ['no source at all', '<img alt="{{ name }}">'],
  ['an image in a comment', '{% comment %}<img src="{{ picture }}">{% endcomment %}'],
])('%s: nothing depends on fields', (_, source) => {
  expect(readLiveImages(source)).toBe(null)
})

test('people are asked one by one, whatever else a long mail says', () => {
  const words = '<p>Hello {{ first_name }}, {{ city | upcase }}</p>'.repeat(2000)
  const live = readLiveImages(`${words}<img src="{{ picture }}">${words}`)
  const people = Array.from({ length: 1000 }, (_, n) => (n % 4 === 0 ? {} : { picture: 'https://a.example/1.png' }))
  expect(people.filter(fields => live?.emptyFor(fields).length === 1).length).toBe(250)
})

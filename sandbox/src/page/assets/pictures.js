// Pictures come from wherever a message says. One that cannot be loaded leaves nothing behind, as on a device.

const gone = new Set()

watchPictures(document)

/** Takes those of a part of the page away that turn out to be none. */
export function watchPictures(part) {
  for (const picture of part.querySelectorAll('img')) {
    picture.decode().catch(() => {
      gone.add(picture.getAttribute('src'))
      picture.remove()
    })
  }
}

/** Takes those away that are known to be none, in a page that has just been fetched. */
export function leaveOutGone(page) {
  for (const picture of page.querySelectorAll('img')) {
    if (gone.has(picture.getAttribute('src'))) picture.remove()
  }
}

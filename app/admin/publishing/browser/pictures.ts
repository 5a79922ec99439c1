/** The widest that a page of the site shows a picture is 720 px; twice that is sharp on every screen. */
const WIDTH_MAX = 1440
const HEIGHT_MAX = 4000
const QUALITY = 0.85
/** A picture in PNG beyond this is no drawing but a photo. */
const EXACT_BYTES_MAX = 500_000

const isPicture = ({ type }: File) => type.startsWith('image/')

/**
 * A picture as large as a page shows it. It is drawn anew, so it carries nothing of where and with what it was taken.
 * Whatever the browser cannot draw, a picture that moves, and every other file stay as they are.
 */
async function scaled(file: File): Promise<File> {
  if (!isPicture(file) || file.type === 'image/gif') return file
  const bitmap = await createImageBitmap(file).catch(() => null)
  if (!bitmap) return file
  try {
    const scale = Math.min(1, WIDTH_MAX / bitmap.width, HEIGHT_MAX / bitmap.height)
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(bitmap.width * scale)
    canvas.height = Math.round(bitmap.height * scale)
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    const as = (type: string) => new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, QUALITY))
    // Lines and letters of a screenshot stay sharp in PNG, unless it is as heavy as a photo.
    const exact = file.type === 'image/png' ? await as('image/png') : null
    const drawn = exact && exact.size <= EXACT_BYTES_MAX ? exact : await as('image/webp')
    if (!drawn) return file
    return new File([drawn], file.name.replace(/\.\w+$/, '') + (drawn.type === 'image/png' ? '.png' : '.webp'), {
      type: drawn.type,
    })
  } finally {
    bitmap.close()
  }
}

interface Uploaded {
  address: string
  file_name: string
  media_type: string
}

/** Thrown with the name of the message that says why (data-messages of the form). */
export class RefusedFile extends Error {}

/** Sends a file. @throws RefusedFile */
export async function upload(file: File): Promise<Uploaded> {
  const form = new FormData()
  form.append('file', await scaled(file))
  const answer = await fetch('/api/admin/files', { method: 'POST', body: form }).catch(() => null)
  if (!answer) throw new RefusedFile('lost')
  if (answer.ok) return ((await answer.json()) as { data: Uploaded }).data
  const picture = isPicture(file)
  if (answer.status === 413) throw new RefusedFile(picture ? 'picture-too-large' : 'too-large')
  throw new RefusedFile(picture ? 'picture-refused' : 'file-type')
}

const addresses = new Map<string, Promise<string>>()

/** The address at which an operator sees a file of a text that is not public yet: with the proof of a preview. */
export function shownAddress(src: string): Promise<string> {
  if (!src.startsWith('/content/')) return Promise.resolve(src)
  const known = addresses.get(src)
  if (known) return known
  const asked = fetch('/api/admin/markdown', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source: `![](<${src}>)` }),
  })
    .then((answer) => answer.json() as Promise<{ data: { html: string } }>)
    .then(({ data }) => {
      const { body } = new DOMParser().parseFromString(data.html, 'text/html')
      return body.querySelector('img')?.getAttribute('src') ?? src
    })
    .catch(() => src)
  addresses.set(src, asked)
  return asked
}

// What documents and comments name of the project: its files, functions, calls and commands. Pure: text comes in, the
// names that do not exist come out. The test beside it reads every document and every comment.

/** The files, code and routes to which documents may refer. */
export interface Project {
  /** Every file and folder, from the root, folders with a slash behind. */
  paths: ReadonlySet<string>
  /** The text of all code in one piece. */
  code: string
  /** Scripts of the root's package.json. */
  commands: ReadonlySet<string>
}

/** A name that refers to nothing, and its line. */
export interface DeadName {
  line: number
  name: string
}

/** A provider that the walkthrough of docs/adding-a-provider.md invents. */
const MADE_UP = /acme/i
const CODE_FILE = /^[\w@*-][\w.@*-]*(\/[\w.@*-]+)*\.(tsx?|mjs|sql|md)$/
const CALL = /^(GET|POST|PUT|PATCH|DELETE) (\S+)$/

/** Names in a Markdown document: in `code spans`, in links, and in drawings, which are indented by four spaces. */
export function deadNamesInDocument(markdown: string, project: Project): DeadName[] {
  return markdown.split('\n').flatMap((text, at) => {
    const names = text.startsWith('    ') ? wordsOf(text) : [...spansOf(text), ...linksOf(text)]
    return names.filter(name => !exists(name, project)).map(name => ({ line: at + 1, name }))
  })
}

/** Names of files in the comments of a source file. */
export function deadNamesInComments(source: string, project: Project): DeadName[] {
  return source.split('\n').flatMap((text, at) => {
    const comment = /^\s*(?:\/\/|\/?\*+)(.*)|\s\/\/ (.*)$/.exec(text)
    if (comment === null) return []
    return wordsOf(comment[1] ?? comment[2] ?? '')
      .filter(word => CODE_FILE.test(word) && !exists(word, project))
      .map(name => ({ line: at + 1, name }))
  })
}

function spansOf(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, span = '']) => span)
}

/** Relative links; links to other sites are not checked. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)/g)].map(([, target = '']) =>
    target.replace(/^(\.\.?\/)+/, ''),
  )
}

/**
 * The words of a drawing or a comment that can be names: `engine/deliver.ts`, `claimBatch()`; with a leading dot, an import in an example.
 */
function wordsOf(text: string): string[] {
  const files = text
    .split(/[^\w.@*/-]/)
    .map(word => (word.endsWith('.') ? word.slice(0, -1) : word))
    .filter(word => CODE_FILE.test(word))
  return [...files, ...(text.match(/\b[a-z]\w*\(\)/g) ?? [])]
}

function exists(name: string, project: Project): boolean {
  if (MADE_UP.test(name) || /[<>…]/.test(name)) return true
  const command = /^npm run ([\w:-]+)/.exec(name)
  if (command !== null) return project.commands.has(command[1] ?? '')
  const call = CALL.exec(name)
  if (call !== null) return isRoute(call[2] ?? '', project)
  const verb = /^([a-z]\w*)\(/.exec(name)
  if (verb !== null)
    return new RegExp(`\\b(function\\*?|const|class) ${verb[1]}\\b|\\b${verb[1]}\\(`).test(project.code)
  if (CODE_FILE.test(name) || isFolder(name, project)) return isPath(name, project)
  return true
}

/** A folder is a path that begins with a folder of the root, or ends with a slash. */
function isFolder(name: string, { paths }: Project): boolean {
  if (!/^[\w.@*-]+(\/[\w.@*-]+)*\/?$/.test(name) || !name.includes('/')) return false
  return name.endsWith('/') || paths.has(`${name.slice(0, name.indexOf('/'))}/`)
}

/** The whole path, or the end of one: a document about the server may omit server/src. A star matches one name. */
function isPath(name: string, { paths }: Project): boolean {
  const wanted = new RegExp(`(^|/)${name.replace(/\/$/, '').split('*').map(escaped).join('[^/]*')}/?$`)
  return [...paths].some(path => wanted.test(path))
}

/** Compares the path with those that routes declare; parameters may have other names there. */
function isRoute(path: string, { code }: Project): boolean {
  const fixed = path
    .replace(/\?.*/, '')
    .split(/\{[^{}]*\}/)
    .filter(part => part.length > 1)
  return fixed.every(part => code.includes(part.replace(/\/$/, '')))
}

function escaped(text: string): string {
  return text.replace(/[.-]/g, '\\$&')
}

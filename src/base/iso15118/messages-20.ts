import { BitReader, BitWriter, ExiError } from '../exi/bits.ts';
import { type ExiObject, readType, writeType } from '../exi/grammar.ts';
import {
  type DocumentName20,
  documentBits20,
  documents20,
  type FragmentName20,
  fragmentCode20,
  fragments20,
  type Message20,
} from './schema-20.ts';

/** The header of an EXI stream without options, as ISO 15118 has it throughout. */
const header = 0x80;

/** Writes a message of certificates of ISO 15118-20 as EXI. Here a message is the document, without an envelope around it. */
export function encodeMessage20(message: Message20): Buffer {
  const [[name, content] = []] = Object.entries(message) as [DocumentName20, ExiObject][];
  if (name === undefined || content === undefined) throw new Error('There is no message to write.');
  const out = begin();
  out.bits(documentBits20, documents20[name].code);
  writeType(out, documents20[name].type, content);
  return out.done();
}

/** Throws `ExiError` with what is wrong. */
export function decodeMessage20(exi: Uint8Array): Message20 {
  const from = new BitReader(exi);
  if (from.bits(8) !== header) throw new ExiError('it does not begin as EXI of ISO 15118 does');
  const code = from.bits(documentBits20);
  const [name] = Object.entries(documents20).find(([, document]) => document.code === code) ?? [];
  if (name === undefined) throw new ExiError('it is no message of certificates of ISO 15118-20');
  const content = readType(from, documents20[name as DocumentName20].type);
  return { [name]: content } as unknown as Message20;
}

/** One element of a message on its own: what a signature is made over. */
export function encodeFragment20(name: FragmentName20, content: object): Buffer {
  const { code, type } = fragments20[name];
  const out = begin();
  out.bits(fragmentCode20.bits, code);
  writeType(out, type, content as ExiObject);
  out.bits(fragmentCode20.bits, fragmentCode20.end);
  return out.done();
}

function begin(): BitWriter {
  const out = new BitWriter();
  out.bits(8, header);
  return out;
}

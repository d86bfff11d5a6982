import { BitReader, BitWriter, ExiError } from '../exi/bits.ts';
import { type ExiObject, readType, writeType } from '../exi/grammar.ts';
import {
  documentCode,
  type FragmentName,
  fragmentCode,
  fragments,
  signedInfoCode,
  type V2gMessage,
  v2gMessageType,
} from './schema-2.ts';
import { type SignedInfo, signedInfoType } from './xmldsig.ts';

/** The header of an EXI stream without options, as ISO 15118 has it throughout. */
const header = 0x80;

/** Writes a message of certificates of ISO 15118-2 as EXI. */
export function encodeMessage(message: V2gMessage): Buffer {
  const out = begin();
  out.bits(documentCode.bits, documentCode.code);
  writeType(out, v2gMessageType, message);
  return out.done();
}

/** Throws `ExiError` with what is wrong. */
export function decodeMessage(exi: Uint8Array): V2gMessage {
  const from = new BitReader(exi);
  if (from.bits(8) !== header) throw new ExiError('it does not begin as EXI of ISO 15118 does');
  if (from.bits(documentCode.bits) !== documentCode.code) throw new ExiError('it is no V2G message of ISO 15118-2');
  return readType(from, v2gMessageType) as unknown as V2gMessage;
}

/** One element of a message on its own: what a signature is made over. */
export function encodeFragment(name: FragmentName, content: object): Buffer {
  const { code, type } = fragments[name];
  const out = begin();
  out.bits(fragmentCode.bits, code);
  writeType(out, type, content as ExiObject);
  out.bits(fragmentCode.bits, fragmentCode.end);
  return out.done();
}

export function encodeSignedInfo({ Id: _unused, ...signedInfo }: SignedInfo): Buffer {
  const out = begin();
  out.bits(signedInfoCode.bits, signedInfoCode.code);
  writeType(out, signedInfoType, signedInfo);
  out.bits(signedInfoCode.bits, signedInfoCode.end);
  return out.done();
}

function begin(): BitWriter {
  const out = new BitWriter();
  out.bits(8, header);
  return out;
}

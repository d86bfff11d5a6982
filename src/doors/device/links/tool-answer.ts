import { isRecord, parsedJson } from '#base/json.ts';
import type { DeviceAnswer, DeviceImage } from '#contract/devices/device.ts';
import type { RpcOutcome } from './rpc-client.ts';

type Answer = Omit<DeviceAnswer, 'tookMs'>;
type Content = { text: string | null; images: DeviceImage[]; unread: string[] };

const longestText = 64 * 1024;
const maxImages = 8;

/** How a call of a tool ended, normalized: what the device wrote stays in `text` and `images`, the sentence is ours. */
export function toolAnswer(outcome: RpcOutcome): Answer {
  switch (outcome.status) {
    case 'answered':
      return readResult(outcome.result);
    case 'error':
      return failed('The device answered with an error.', outcome.message);
    case 'broken':
      return failed(`The device answered with ${outcome.problem}.`, outcome.text);
    case 'no-answer':
    case 'busy':
    case 'offline':
      return { ...outcome, text: null, images: [] };
  }
}

function failed(reason: string, text: string | null): Answer {
  return { status: 'failed', text: text === null ? null : text.slice(0, longestText), images: [], reason };
}

function readResult(result: unknown): Answer {
  if (!isRecord(result) || !Array.isArray(result['content']))
    return failed('The device answered with a result without content.', null);
  const { text, images, unread } = readContent(result['content']);
  if (result['isError'] === true) return failed('The device says that it failed.', text);
  if (unread.length > 0) return { ...failed(`The device answered with ${unread[0]}.`, text), images };
  return { status: 'done', text, images, reason: null };
}

function readContent(content: readonly unknown[]): Content {
  const texts: string[] = [];
  const images: DeviceImage[] = [];
  const unread: string[] = [];
  for (const item of content) {
    if (!isRecord(item)) unread.push('content that is no object');
    else if (item['type'] === 'image') {
      const image = readImage(item);
      if (image === undefined) unread.push('an image that cannot be read');
      else if (images.length < maxImages) images.push(image);
    } else texts.push(textOf(item));
  }
  return { text: texts.length === 0 ? null : texts.join('\n').slice(0, longestText), images, unread };
}

/** What is neither text nor image (a resource, audio) is told by its JSON. */
function textOf(item: Record<string, unknown>): string {
  const { type, text } = item;
  return type === 'text' && typeof text === 'string' ? text : JSON.stringify(item).slice(0, longestText);
}

/** The firmware writes an image as JSON within a text; servers write it as MCP says. */
function readImage(item: Record<string, unknown>): DeviceImage | undefined {
  const { image } = item;
  const plain = typeof image === 'string' ? parsedJson(image) : item;
  if (!isRecord(plain)) return undefined;
  const { mimeType, data } = plain;
  if (typeof mimeType !== 'string' || !/^image\/[a-z0-9.+-]{1,40}$/.test(mimeType)) return undefined;
  if (typeof data !== 'string' || data.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(data)) return undefined;
  return { mimeType, data };
}

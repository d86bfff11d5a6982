import type { DeviceIdentity } from './boot.ts';
import type { Vision } from './device-tool.ts';

type Photo = { identity: DeviceIdentity; vision: Vision | undefined; question: string; photo: Uint8Array };

/** Hands a photo to whoever explains it, in pieces as the camera yields them: the question first, then the file. */
export async function explainPhoto({ identity, vision, question, photo }: Photo): Promise<string> {
  if (vision === undefined) throw new Error('Image explain URL or token is not set');
  const boundary = '----ESP32_CAMERA_BOUNDARY';
  const part = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
  const pieces = [
    Buffer.from(`${part('name="question"')}${question}\r\n`),
    Buffer.from(part('name="file"; filename="camera.jpg"\r\nContent-Type: image/jpeg')),
    photo.subarray(0, photo.length / 2),
    photo.subarray(photo.length / 2),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ];
  const response = await fetch(vision.url, {
    method: 'POST',
    headers: {
      'device-id': identity.id,
      'client-id': identity.clientId,
      ...(vision.token !== '' && { authorization: `Bearer ${vision.token}` }),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    body: ReadableStream.from(pieces),
    duplex: 'half', // of unknown length, so it goes in chunks
    signal: AbortSignal.timeout(60_000),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`Failed to upload photo, status code: ${response.status}`);
  return text;
}

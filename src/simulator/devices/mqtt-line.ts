import { connect } from 'mqtt';
import type { Stored } from './boot.ts';
import type { Line, LineEvents } from './line.ts';

const usualPort = 8883;

/** Resolves when the broker has activated it. It never subscribes: whatever the broker hands over is for it, on any topic. */
export function openMqttLine(account: Stored, events: LineEvents): Promise<Line> {
  const { client_id = '', username = '', password = '', publish_topic = '', keepalive = 240 } = account;
  const client = connect(brokerUrl(String(account['endpoint'] ?? '')), {
    clientId: String(client_id),
    username: String(username),
    password: String(password),
    keepalive: Number(keepalive) || 240,
    clean: true,
    protocolVersion: 4,
    reconnectPeriod: 0,
    connectTimeout: 10_000,
    resubscribe: false,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Line>();
  const line: Line = {
    get isOpen() {
      return client.connected;
    },
    send(text) {
      if (client.connected && publish_topic !== '') client.publish(String(publish_topic), text, { qos: 0 });
    },
    sendAudio: () => undefined,
    close: () => void client.end(),
    drop: () => {
      client.stream.destroy();
      client.end(true);
    },
  };
  client.once('connect', () => resolve(line));
  client.on('message', (_topic, message) => events.onText(message.toString()));
  client.on('error', (error) => {
    reject(error);
    client.end(true);
  });
  client.once('close', () => {
    reject(new Error('the broker closed the connection'));
    client.end(true);
    events.onClosed(line, 'connection closed');
  });
  return promise;
}

/** Without a port it is 8883, which means TLS; any other is plain. */
function brokerUrl(endpoint: string): string {
  const [, host = endpoint, port = String(usualPort)] = /^(.*):(\d+)$/.exec(endpoint) ?? [];
  return `${Number(port) === usualPort ? 'mqtts' : 'mqtt'}://${host}:${port}`;
}

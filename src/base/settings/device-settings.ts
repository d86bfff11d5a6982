import { oneOf, port, type Setting, schemeOf, secret, text, url } from './setting-kinds.ts';

/** Devices and voice. */
export const deviceSettings = {
  devicesPort: port('DEVICES_PORT', 8003, 'Devices connect here.'),
  mqtt: oneOf(
    'MQTT',
    ['on', 'off'],
    'Whether devices are offered MQTT, over which they can be reached at any time; off: WebSocket alone, while somebody speaks to them.',
  ),
  mqttPort: port('MQTT_PORT', 1883, 'Devices that speak MQTT connect here.'),
  mqttTlsPort: port('MQTT_TLS_PORT', 8883, 'Devices that speak MQTT over TLS connect here, unless TLS is off.'),
  mqttBrokerUrl: {
    ...url(
      'MQTT_BROKER_URL',
      'A broker of your own for devices, with the user and password that we sign in with; absent: one runs here on MQTT_PORT.',
      ['mqtt', 'mqtts'],
    ),
    isSecret: true,
  },
  mqttPublicUrl: deviceBroker(
    'MQTT_PUBLIC_URL',
    'The broker as devices reach it, when a proxy stands in front; absent: the host that the device called, with our own port.',
  ),
  devicesUrl: url(
    'DEVICES_URL',
    'The address devices reach DEVICES_PORT by, when a proxy stands in front; absent: the host that the device called.',
    ['http', 'https'],
  ),
  voiceKey: secret(
    'VOICE_KEY',
    'The key of a person of SIGEC, with whose rights devices answer whoever speaks to them; a viewer is enough. Absent: nobody answers, and devices say so.',
  ),
  voiceUrl: url(
    'VOICE_URL',
    'An OpenAI-compatible server that understands and makes speech, such as https://api.openai.com/v1; absent: devices answer in writing alone.',
    ['http', 'https'],
  ),
  voiceApiKey: secret('VOICE_API_KEY', 'Key for VOICE_URL.'),
  voiceSttModel: text('VOICE_STT_MODEL', 'whisper-1', 'The model of VOICE_URL that understands speech.'),
  voiceTtsModel: text('VOICE_TTS_MODEL', 'tts-1', 'The model of VOICE_URL that speaks.'),
  voiceName: text('VOICE_NAME', 'alloy', 'Whose voice VOICE_TTS_MODEL speaks with.'),
  voiceUdpPort: port(
    'VOICE_UDP_PORT',
    8884,
    'Devices that speak MQTT send their sound here (UDP), where VOICE_URL is set.',
  ),
};

/** Devices know by the number of the port alone whether TLS is spoken there. */
function deviceBroker(env: string, about: string): Setting<string> {
  const read = (given: string) => {
    const scheme = schemeOf(given);
    if (scheme !== 'mqtt' && scheme !== 'mqtts') return undefined;
    const { port, hostname } = new URL(given);
    const isTls = (port || (scheme === 'mqtts' ? '8883' : '1883')) === '8883';
    return hostname !== '' && isTls === (scheme === 'mqtts') ? given.replace(/\/$/, '') : undefined;
  };
  const accepts =
    'mqtts://host, where they speak TLS at port 8883 alone, or mqtt://host:port with another port than 8883';
  return { env, about, accepts, fallback: '', read };
}

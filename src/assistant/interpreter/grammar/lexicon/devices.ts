import type { Words } from './words.ts';

/** Tools, and devices with what they can do. */
export const deviceWords = {
  tool: ['tool*, function*, capabilit*', 'ferramenta*, funcao, funcoes, recurso*'],
  theme: ['theme, dark, dark mode, light mode, light theme', 'tema, escuro, claro, modo escuro, modo claro'],
  device: ['device*, gadget*, esp32, accessory, accessories', 'dispositivo*, aparelho*, acessorio*'],
  light: ['light*, lamp, lamps, led, leds, bulb*, lighting', 'luz, luzes, lampada*, led, leds, iluminac*'],
  speaker: [
    'volume, sound, speaker*, loudness, louder, quieter',
    'volume, som, alto falante*, caixa de som, mais alto, mais baixo',
  ],
  brightness: ['brightness, bright, dim, dimmer, brighter, darker', 'brilho, intensidade, claridade'],
  screen: ['screen*, display*, panel*, monitor*', 'tela*, display*, painel, paineis, visor*, monitor*, totem, totens'],
  say: [
    'write, show the text, display the text, text, message, saying, put up, post, words',
    'escrev*, mostra o texto, texto, mensagem, exiba o texto, dizendo, aviso, palavras',
  ],
  gate: ['gate*, barrier*, door*, bollard*', 'portao, portoes, cancela*, barreira*'],
  on: ['turn on, switch on, on, light up, light, turn it on, power on, put on', 'liga, ligue, ligar, acend*, ativ*'],
  off: [
    'turn of, switch of, shut of, turn off, switch off, off, shut off, turn it off, power off, put out',
    'deslig*, apag*, desativ*',
  ],
  colour: ['colour*, color*', 'cor, cores'],
  photo: ['photo*, picture*, camera*, snapshot*', 'foto*, camera*, imagem, imagens'],
  battery: ['battery, battery level', 'bateria, nivel da bateria'],
} as const satisfies Words;

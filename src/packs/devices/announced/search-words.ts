/**
 * What people say of things that devices have: words of names and descriptions (left), and those that somebody may search by, in both
 * languages. Devices speak the language of whoever wrote them, people their own.
 */
const spoken: readonly (readonly [said: RegExp, words: string])[] = [
  [/light|lamp|led|bulb|rgb|luz|l[aâ]mpada/, 'light lamp turn on off switch luz lampada acender apagar ligar desligar'],
  [/rgb|colou?r|\bcor\b/, 'color colour green red blue white cor verde vermelho azul branco'],
  [/bright|dim|brilho/, 'brightness brighter dim brilho claro escuro'],
  [/volume|speaker|sound|audio|som|alto.?falante/, 'volume sound speaker louder quieter som volume alto baixo'],
  [/screen|display|text|theme|tela|texto/, 'screen display show text message tela mostrar texto mensagem tema'],
  [
    /gate|door|barrier|lock|bollard|port[aã]o|porta|cancela/,
    'gate door open close lock unlock portao porta cancela abrir fechar',
  ],
  [/camera|photo|picture|c[aâ]mera|foto/, 'camera photo picture take look camera foto tirar ver'],
  [/batter|bateria/, 'battery level bateria nivel carga'],
  [/reboot|restart|reset|reinici/, 'restart reboot reiniciar'],
  [/firmware|upgrade|update|atualiz/, 'firmware update upgrade atualizar'],
  [/turn_?on|switch|relay|power|plug|rel[eé]|tomada/, 'turn on off switch relay plug ligar desligar rele tomada'],
  [/fan|cool|ventilador/, 'fan cooling ventilador'],
  [/temperature|humidity|temperatura|umidade/, 'temperature humidity temperatura umidade'],
  [
    /forward|backward|turn_|walk|chassis|dog|move|andar/,
    'move walk forward back left right andar frente tras esquerda direita',
  ],
  [/wifi|network|rede/, 'wifi network rede'],
  [/status|state|estado/, 'status state estado situacao'],
  [/alert|buzzer|beep|alarm|siren|alarme|sirene/, 'alert alarm beep siren alerta alarme sirene'],
];

/** Words that an accepted tool is found by: what it says of itself, and what people call that. */
export function searchWordsOf({ name, description }: { name: string; description: string }): string {
  const said = `${name} ${description}`.toLowerCase();
  const words = spoken.filter(([pattern]) => pattern.test(said)).map(([, each]) => each);
  return [...words, description.slice(0, 600)].join(' ');
}

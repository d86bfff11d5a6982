import type { helpRecorderEn } from './help-recorder-en.ts';

/** The same in Portuguese. */
export const helpRecorderPtBR: typeof helpRecorderEn = {
  messages: 'o que uma estação e o sistema disseram um ao outro',
  messagesFollow: 'continua com o que for dito a partir de agora, até Ctrl+C',
  messageAction: 'só esta mensagem, por exemplo StatusNotification',
  messageOutcome: 'só o que terminou assim',
  messagesRaw: 'com as mensagens como passaram pela rede',
  messagesJson: 'linhas JSON de tudo o que cabe, para programas e para "sigec replay"',
  replay: 'repete mensagens gravadas em uma instância vazia, como se as estações estivessem lá',
  replayFiles: 'arquivos de "sigec station messages ID --json"',
  replayOcppUrl: 'onde as estações se conectam; sem isto: como a instância diz',
};

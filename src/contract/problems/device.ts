/** Why something about a device cannot be as it was asked for. */
export const deviceWords = {
  'device-not-known': [
    'There is no device {deviceId}; the list of devices shows those that there are.',
    'Não há um dispositivo {deviceId}; a lista de dispositivos mostra os que existem.',
  ],
  'device-did-you-mean': [
    'There is no device {deviceId}. Did you mean {devices}?',
    'Não há um dispositivo {deviceId}. Você quis dizer {devices}?',
  ],
  'device-known': [
    'There is a device {deviceId} already; choose another id.',
    'Já há um dispositivo {deviceId}; escolha outro id.',
  ],
  'device-code-unknown': [
    'No device shows the code {code} now. A code is good for ten minutes; then the device shows another one.',
    'Nenhum dispositivo mostra o código {code} agora. Um código vale dez minutos; depois o dispositivo mostra outro.',
  ],
  'device-without-serial': [
    'The device {deviceId} has no serial number, so it cannot prove a secret; activate it with its code alone.',
    'O dispositivo {deviceId} não tem número de série, então não pode provar um segredo; ative-o só com o código.',
  ],
  'device-changed-meanwhile': [
    'The device {deviceId} was changed by somebody else at the same moment; look again.',
    'O dispositivo {deviceId} foi alterado por outra pessoa no mesmo momento; veja de novo.',
  ],
  'server-needs-a-name': [
    '{deviceId} is the address of a device; a server has a name such as my-server.',
    '{deviceId} é o endereço de um dispositivo; um servidor tem um nome como my-server.',
  ],
  'device-is-no-server': [
    '{deviceId} is a device; only a server that dials in has an address to renew.',
    '{deviceId} é um dispositivo; só um servidor que liga para cá tem um endereço a renovar.',
  ],
  'device-tool-not-known': [
    'The device {deviceId} lists no tool {tool}; look at its tools.',
    'O dispositivo {deviceId} não lista uma ferramenta {tool}; veja as ferramentas dele.',
  ],
  'device-tool-refused': [
    'The tool {tool} of {deviceId} was refused; accept it first.',
    'A ferramenta {tool} de {deviceId} foi recusada; aceite-a primeiro.',
  ],
  'device-stands-nowhere': [
    'The device {deviceId} stands at no site.',
    'O dispositivo {deviceId} não fica em nenhum local.',
  ],
  'device-tool-changed': [
    'The tool {tool} of {deviceId} says something else now than what was looked at; look at it again.',
    'A ferramenta {tool} de {deviceId} diz agora outra coisa do que foi visto; veja-a de novo.',
  ],
  'device-tool-floor': [
    'The tool {tool} cannot have the tier {tier}: what it does by its name asks for {floor} at least.',
    'A ferramenta {tool} não pode ter o nível {tier}: o que ela faz, pelo nome, pede ao menos {floor}.',
  ],
  'device-offline': [
    'The device {deviceId} is offline; it was last seen at {lastSeenAt}. Try again once it is back.',
    'O dispositivo {deviceId} está offline; foi visto pela última vez em {lastSeenAt}. Tente de novo quando ele voltar.',
  ],
  'device-asleep': [
    'The device {deviceId} is offline; it was last seen at {lastSeenAt}. It connects when somebody wakes it.',
    'O dispositivo {deviceId} está offline; foi visto pela última vez em {lastSeenAt}. Ele se conecta quando alguém o acorda.',
  ],
  'device-has-no-screen': [
    '{deviceId} is a server that dials in, and has no screen to show a text on.',
    '{deviceId} é um servidor que liga para cá e não tem tela em que mostrar um texto.',
  ],
  'device-call-unwritten': [
    'The device was called, and it ended as {status}; that could not be written down, since the database does not answer. Look at the device before you call it again.',
    'O dispositivo foi chamado, e a chamada terminou como {status}; isso não pôde ser registrado, pois o banco de dados não responde. Olhe o dispositivo antes de chamá-lo de novo.',
  ],
  'device-still-waits': [
    'The device {deviceId} waits to be activated; activate it with the code that it shows.',
    'O dispositivo {deviceId} espera para entrar; ative-o com o código que ele mostra.',
  ],
  'device-is-blocked': [
    'The device {deviceId} is blocked; unblock it first.',
    'O dispositivo {deviceId} está bloqueado; desbloqueie-o primeiro.',
  ],
  'device-listing-broke-off': [
    'The device {deviceId} did not list its tools to the end; its events say why. What was known of the rest stays.',
    'O dispositivo {deviceId} não listou as suas ferramentas até o fim; os eventos dele dizem por quê. O que se sabia do resto fica.',
  ],
  'device-schema-unusable': [
    'What the device says its tool accepts is no usable JSON Schema, so nothing can be checked and nothing was sent.',
    'O que o dispositivo diz que a sua ferramenta aceita não é um JSON Schema que se possa usar; nada pode ser conferido e nada foi enviado.',
  ],
  'device-arguments-too-long': [
    'The arguments take {bytes} bytes, and this device reads at most {most}; nothing was sent.',
    'Os argumentos ocupam {bytes} bytes, e este dispositivo lê no máximo {most}; nada foi enviado.',
  ],
  'device-argument-missing': [
    'The argument {name} is missing; nothing was sent.',
    'Falta o argumento {name}; nada foi enviado.',
  ],
  'device-argument-too-large': [
    'The argument {name} must be at most {limit}; nothing was sent.',
    'O argumento {name} deve ser no máximo {limit}; nada foi enviado.',
  ],
  'device-argument-too-small': [
    'The argument {name} must be at least {limit}; nothing was sent.',
    'O argumento {name} deve ser no mínimo {limit}; nada foi enviado.',
  ],
  'device-argument-type': [
    'The argument {name} must be of the type {type}; nothing was sent.',
    'O argumento {name} deve ser do tipo {type}; nada foi enviado.',
  ],
  'device-argument-unfit': [
    'The argument {name} does not fit what the tool accepts; ask for its schema. Nothing was sent.',
    'O argumento {name} não serve para o que a ferramenta aceita; peça o esquema dela. Nada foi enviado.',
  ],
} as const;

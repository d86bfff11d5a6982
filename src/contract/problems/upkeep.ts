/** Log files, firmware, campaigns and tickets: why something is not there, or cannot be. */
export const upkeepWords = {
  'files-no-address': [
    'Nothing says by which address stations reach us for files: set FILES_URL, or PUBLIC_URL.',
    'Nada diz por qual endereço as estações chegam até nós para arquivos: defina FILES_URL ou PUBLIC_URL.',
  ],
  'log-no-ftp': [
    'FTP is off: set LOG_FTP_PORT, or ask for the log over HTTP.',
    'O FTP está desligado: defina LOG_FTP_PORT ou peça o log por HTTP.',
  ],
  'no-log-file': ['There is no log file {id}.', 'Não há um log {id}.'],
  'log-for-people': [
    'What a station wrote into its log is shown to people alone: sign in as one. The findings are open to all.',
    'O que uma estação escreveu em seu log é mostrado somente a pessoas: entre como uma. Os achados são abertos a todos.',
  ],
  'log-not-here': [
    'The log file {id} is not here: it has not come, was refused, or is too old.',
    'O log {id} não está aqui: não chegou, foi recusado ou é antigo demais.',
  ],
  'no-firmware-image': ['There is no firmware image {id}.', 'Não há uma imagem de firmware {id}.'],
  'image-not-ready': [
    'The image of version {version} cannot be installed: it is not whole yet, or retired.',
    'A imagem da versão {version} não pode ser instalada: ainda não está completa, ou foi retirada.',
  ],
  'image-complete': [
    'The image of version {version} is complete; add another one instead of changing it.',
    'A imagem da versão {version} está completa; acrescente outra em vez de alterá-la.',
  ],
  'image-part-wrong': [
    'Part {number} is empty, too large or one too many: parts have {bytes} bytes, and the last one fewer.',
    'A parte {number} está vazia, é grande demais ou sobra: as partes têm {bytes} bytes, e a última tem menos.',
  ],
  'image-parts-missing': [
    'The image is not whole: {parts} parts came, and one before the last is missing.',
    'A imagem não está completa: vieram {parts} partes, e falta uma antes da última.',
  ],
  'image-signature-wrong': [
    'The signature does not fit the {bytes} bytes of the image and the signing certificate: sign this very file with its key (ECDSA, or RSA with PSS or PKCS #1, over SHA-256).',
    'A assinatura não corresponde aos {bytes} bytes da imagem e ao certificado: assine este mesmo arquivo com a chave dele (ECDSA, ou RSA com PSS ou PKCS #1, sobre SHA-256).',
  ],
  'no-campaign': ['There is no campaign {id}.', 'Não há uma campanha {id}.'],
  'campaign-nobody': [
    'No station fits, so that nothing was started: the preview says who was left out and why.',
    'Nenhuma estação corresponde, e nada foi iniciado: a prévia diz quem ficou de fora e por quê.',
  ],
  'campaign-state': [
    'The campaign {name} is {state}, so that this cannot be done to it.',
    'A campanha {name} está no estado {state}, e isso não pode ser feito com ela.',
  ],
  'campaign-settings-wrong': [
    'These settings cannot be sent to any station: {why}.',
    'Essas configurações não podem ser enviadas a nenhuma estação: {why}.',
  ],
  'no-ticket': ['There is no ticket {id}.', 'Não há um chamado {id}.'],
  'no-upload-place': [
    'Nothing is expected at this address, or no longer.',
    'Nada é esperado neste endereço, ou não mais.',
  ],
} as const;

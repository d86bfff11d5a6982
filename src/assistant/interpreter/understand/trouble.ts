import { pattern } from '../spot/pattern.ts';

/** Words by which people say that something is wrong, or ask how it came about. */
export const trouble =
  pattern(String.raw`\b(?:why|por ?que|pq|por qual motivo|what happened|o que (?:aconteceu|houve|ha de errado|tem de errado|
    deu errado|ha com|tem com|esta (?:acontecendo|havendo|errado)|se passa|rolou|deu|ocorreu)|oque|what(?:'?s| is| was) (?:wrong|
    up|the (?:problem|matter|issue)|going on|happening)|diagnos\w*|investig\w*|troubleshoot|analy[sz]e|analis\w*|
    historico|history|causas?|causes?|motivo|reason|problemas?|problems?|issues?|trouble|stuck|travad[oa]|
    travou|hangs?|hung|hanging|frozen|congelad[oa]|nao (?:esta )?(?:carrega\w*|funciona\w*|lig(?:a|ando)|
    respond\w*|inici(?:a|ando)|reinici(?:a|ando)|para|aceita\w*|volt(?:a|ou))|(?:doesn'?t|won'?t|isn'?t|
    aren'?t|not|does not|can'?t|cannot|didn'?t|did not|never|unable) (?:\w+ ){0,2}(?:charg\w*|work\w*|respond\w*|
    start\w*|stop\w*|restart\w*|boot\w*)|parou(?: de)?|stopped|restarted|reiniciou|(?:was|were|been|got) (?:reset|
    restarted|stopped|blocked)|foi (?:reiniciad|parad|interrompid|bloquead)\w+|caiu|caindo|keeps|(?:fica|
    vive|esta) (?:caindo|reiniciando|travando|desligando)|went (?:offline|down)|explica|explique|explain|
    quem (?:parou|reiniciou|desligou|encerrou)|who (?:stopped|restarted|reset)|last (?:reset|restart|boot)|
    nao consigo|quebrou|deu (?:erro|problema|ruim)|failing|fails|failed|falhou|falhando|fault history|went wrong|
    deu (?:errado|pau)|root cause|eventos?|events?|been (?:doing|up to)|andou fazendo|ocorrencias?|o que tem (?:o|
    a) S+)\b`);

import type { Says } from '../says.ts';
import type { checklist as english } from '../en/checklist.ts';

/** Ce qui manque avant le premier match, et ses tests. */
export const checklist: Says<typeof english> = {
  'checklist.title': 'Préparatifs',
  'checklist.text':
    'Ce qui manque avant le premier match. Un test fait la chose pour de vrai et dit ce qui s’est passé.',
  'checklist.error': 'La liste n’a pas pu être chargée.',
  'checklist.inSetup': 'L’assistant de configuration n’est pas terminé.',
  'checklist.goOn': 'Continuer la configuration',
  'checklist.allDone': 'Tout est prêt',
  'checklist.planFirst': 'Planifiez votre premier match.',
  'checklist.missing': 'À faire',
  'checklist.untested': 'Non testé',
  'checklist.failed': 'Échec du test',
  'checklist.done': 'Fait',
  'checklist.optional': 'Facultatif',
  'checklist.mail': 'E-mails',
  'checklist.testMail': 'Envoyer un e-mail d’essai',
  'checklist.mailBy': 'Les e-mails sont envoyés par {server}, de {sender}.',
  'checklist.mailKept':
    'Ce serveur n’a pas de serveur d’e-mails ; il garde les e-mails pour les développeurs, à lire sur /dev/mail.',
  'checklist.noMail':
    'Aucun serveur d’e-mails n’est configuré : les e-mails ne sont pas envoyés. Définissez SMTP_URL sur le serveur et redémarrez-le.',
  'checklist.mailAccepted': 'Envoyé à votre adresse, {time}, accepté par {target}, {seconds} s.',
  'checklist.mailReceivedHere': 'Reçu ici, {time}, {seconds} s : à lire sur {target}, depuis la machine du serveur.',
  'checklist.mailRefused': 'Non envoyé ({time}) : {response}',
  'checklist.payments': 'Paiements',
  'checklist.testPayments': 'Faire un paiement d’essai',
  'checklist.testLivePayments': 'Vérifier les clés',
  'checklist.testMode': '{provider}, mode test : aucun argent réel ne circule.',
  'checklist.livePayments': 'Stripe avec des clés réelles : le test interroge les webhooks et ne débite rien.',
  'checklist.noPayments':
    'Il n’y a pas de clés : rien ne peut être vendu. Définissez STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY et STRIPE_WEBHOOK_SECRET sur le serveur, ou TOUCHLINE_TEST_PAYMENTS=true pour essayer.',
  'checklist.realBefore':
    'De l’argent réel a déjà été encaissé ici : seules des clés réelles sont utilisées. Définissez-les sur le serveur.',
  'checklist.notNeeded': 'Nécessaire dès que vous vendez des pass.',
  'checklist.paidAndRefunded':
    '2,00 payés avec une carte de test, puis remboursés, {time}, {seconds} s ({target}, {response}).',
  'checklist.paidNotRefunded': 'Le paiement a réussi, pas le remboursement ({time}). {response}',
  'checklist.paymentRefused': 'Refusé par {target} ({time}) : {response}',
  'checklist.keyRefused': '{target} n’accepte pas la clé ({time}).',
  'checklist.liveKeysWork':
    'Les clés fonctionnent et les webhooks arrivent à {response} ({time}, {seconds} s). Rien n’a été débité.',
  'checklist.noWebhook':
    'La clé fonctionne, mais aucun webhook actif ne mène à un hôte de cette chaîne ({time}). Ajoutez le point d’accès /api/stripe/webhook chez Stripe.',
  'checklist.webhooksUnknown':
    'La clé fonctionne pour {response}, mais ne peut pas lister les webhooks : vérifiez le point d’accès chez Stripe ({time}).',
  'checklist.providerUnreachable': '{target} n’a pas répondu ({time}).',
  'checklist.encoder': 'Encodeur',
  'checklist.testEncoder': 'Envoyer une mire',
  'checklist.encoderAt': 'Le serveur attend les encodeurs à {address} (RTMP).',
  'checklist.encoderLocal':
    'Seuls les programmes de la machine du serveur y accèdent. Pour des caméras, définissez TOUCHLINE_RTMP_LISTEN.',
  'checklist.encoderOutside':
    'Le test part du serveur lui-même : l’accès des caméras depuis l’extérieur dépend du pare-feu.',
  'checklist.noEncoder': 'Le serveur n’attend aucun encodeur : RTMP_PORT est désactivé.',
  'checklist.onAir':
    'À l’antenne, {time} : la mire est entrée par {target}, le premier segment est sorti après {seconds} s. Elle n’a pas été montrée aux spectateurs.',
  'checklist.noFfmpeg': 'La mire n’a pas pu être produite ({time}) : {response}',
  'checklist.encoderRefused': 'Le serveur n’a pas accepté l’encodeur ({time}).',
  'checklist.noSegments': 'L’encodeur s’est connecté, mais aucun segment n’a été produit ({time}).',
  'checklist.legal': 'Pages légales',
  'checklist.legalText': 'Beaucoup de pays exigent ces pages, et les prestataires de paiement les demandent.',
  'checklist.pageMissing': 'manquante',
  'checklist.toTexts': 'Vers les textes juridiques',
  'checklist.host': 'Hôte',
  'checklist.testHost': 'Vérifier l’hôte',
  'checklist.hostText': 'Les spectateurs ouvrent {host}.',
  'checklist.noHost': 'La chaîne n’a pas d’hôte : personne ne peut l’ouvrir.',
  'checklist.hostReached': '{target} mène à ce serveur ({time}, {seconds} s).',
  'checklist.hostNotReached':
    '{target} ne mène pas à ce serveur ({time}). L’écran Chaîne du menu montre ce que répond chacune de ses adresses.',
  'checklist.testing': 'Test en cours …',
  'checklist.tooOften': 'Trop de tests. Patientez une minute.',
  'checklist.notTested': 'Le test n’a pas pu être fait. Réessayez.',
};

import type { Says } from '../says.ts';
import type { status as english } from '../en/status.ts';

export const status: Says<typeof english> = {
  'status.label': 'État du serveur',
  'status.low':
    'L’espace disque pour les enregistrements est faible (il reste {free}). Libérez de l’espace dans le dossier des données.',
  'status.short':
    'L’espace disque pour les enregistrements est insuffisant depuis {time} (il reste {free}). Les nouveaux matchs sont refusés. Libérez de l’espace dans le dossier des données.',
  'status.full':
    'Le disque est plein depuis {time}. Le direct continue, mais les enregistrements sont incomplets. Libérez de l’espace dans le dossier des données.',
  'status.broken':
    'Le disque n’est plus accessible en écriture depuis {time}. Le direct continue, mais les enregistrements sont incomplets. Vérifiez le disque du dossier des données.',
  'status.slow':
    'Le disque est trop lent depuis {time}. Le direct continue, mais les enregistrements sont incomplets. Cherchez ce qui utilise aussi le disque.',
  'status.noKeys':
    'Rien n’est en vente : le serveur n’a pas de clés Stripe. Indiquez-les, ou TOUCHLINE_TEST_PAYMENTS=true pour essayer.',
  'status.realBefore':
    'Rien n’est en vente : ce serveur a encaissé de vrais paiements, mais n’a plus de clés Stripe de production. Indiquez-les et redémarrez le serveur.',
  'status.lost': '{title} : l’encodeur est déconnecté depuis {time}. Le match reprendra dès qu’il sera reconnecté.',
  'status.silent':
    '{title} : l’encodeur est connecté, mais n’envoie rien depuis {time}. Vérifiez sa source vidéo et sa connexion.',
  'status.noTables':
    '{title} : rien ne peut être diffusé depuis {time}, car le flux de transport de l’encodeur n’a pas de tables (PAT et PMT). Réglez l’encodeur pour qu’il les envoie.',
  'status.noPictures':
    '{title} : l’encodeur envoie depuis {time}, mais aucune vidéo qui puisse être diffusée. Réglez-le sur H.264 pour la vidéo et AAC pour le son.',
  'status.keyFrames':
    '{title} : les images clés de l’encodeur sont trop espacées, et les spectateurs attendent au début. Réglez l’intervalle des images clés sur 2 s, pas sur « auto ».',
  'status.colours':
    '{title} : beaucoup d’appareils ne peuvent pas afficher les couleurs de l’encodeur. Réglez le format des couleurs sur 4:2:0 en 8 bits (NV12).',
};

// Prints the crates whose tests a change can reach: those that it touches, and those that depend on them.
// Usage: cargo metadata --no-deps | node scripts/reached-crates.cjs FILE   FILE lists the changed paths.
'use strict';
const fs = require('node:fs');
const path = require('node:path');

const { packages, workspace_root: root } = JSON.parse(fs.readFileSync(0, 'utf8'));
const changed = fs.readFileSync(process.argv[2], 'utf8').trim().split('\n');
const folderOf = ({ manifest_path: manifest }) => `${path.relative(root, path.dirname(manifest))}/`;
const isTouched = (crate) => changed.some((file) => file.startsWith('Cargo') || file.startsWith(folderOf(crate)));

const reached = new Set(packages.filter(isTouched).map(({ name }) => name));
for (let before = -1; before !== reached.size; ) {
  before = reached.size;
  for (const { name, dependencies } of packages) {
    if (dependencies.some((dependency) => reached.has(dependency.name))) reached.add(name);
  }
}
console.log([...reached].join(' '));

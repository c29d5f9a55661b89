" How rules files of Tessera are written: two blanks a level, never tabs.
if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1

setlocal expandtab shiftwidth=2 softtabstop=2
setlocal commentstring=#\ %s
setlocal makeprg=tessera\ check\ %:S
" error 1: there is no ...                             mygame.game:3
setlocal errorformat=%trror\ %n:\ %m\ \ %f:%l,%tarning\ %n:\ %m\ \ %f:%l,%-G%.%#

let b:undo_ftplugin = "setlocal expandtab< shiftwidth< softtabstop< commentstring< makeprg< errorformat<"

" Vim syntax file for rules files of Tessera.
" Made by tools/editor-words: do not edit.
if exists("b:current_syntax")
  finish
endif

syn case match
syn match tesseraCell "\<[a-z]\{1,2}\d\{1,2}\>"
syn match tesseraName "\<[A-ZÀ-ÖØ-ÞΑ-ΫЀ-Я]\%(\w\|[^\x00-\x7f]\)*"
syn match tesseraNumber "\<\d\+\(\.5\)\?\>"
syn match tesseraSize "\<\d\+x\d\+\>"
syn match tesseraLabel "\<[a-zß-öø-ÿα-ωа-џ_]\%(\w\|[^\x00-\x7f]\)*\ze:"
syn match tesseraDeclareWord "\<\(language\|game\|players\|seats\|teams\|board\|piece\|hand\|area\|taken\|tokens\|link\|option\|var\|def\|setup\|phase\|turn\|stuck\|score\|limit\|unseen\|always\|notation\|test\|next\|after\)\>"
syn keyword tesseraJoinWord under like then or else otherwise if when and not no where optional repeat number distinct longest for in is on with to over capturing later while until within of at from up each connects owner every skipping along by around furthest facing has as all new without
syn keyword tesseraActWord move step leap slide hop vault place choose remove one pass swap say roll deal show shuffle out let put becomes bring sow again nothing close require win wins lose loses draw finish
syn keyword tesseraThingWord empty pieces mine my enemy me others neutral here partner it last this attacked safe unmoved was can supposing line ray flood count height highest lowest sum min max rank point row column between repeated turns passed position capture player top bottom left right corners edge light dark
syn keyword tesseraWayWord any orthogonal diagonal forward backward sideways leftward rightward toward north south east west northeast northwest southeast southwest prev
syn keyword tesseraFormWord grid hex hexagon star loop track graph drawn shape wrap torus piles hidden split joined fen sfen coordinates points ptn san plain perft legal illegal
syn match tesseraMoves contained "[^ \t#]\+"
syn match tesseraDeclare "^\s*\(language\|game\|players\|seats\|teams\|board\|piece\|hand\|area\|taken\|tokens\|link\|option\|var\|def\|setup\|phase\|turn\|stuck\|score\|limit\|unseen\|always\|notation\|test\|next\|after\|win\|lose\|draw\|finish\)\>"
syn match tesseraVerdict contained "\<\(legal\|illegal\|wins\|loses\|win\|lose\|draw\|finish\)\>\ze\s*\($\|#\)"
syn region tesseraText start=+"+ end=+"+ oneline
syn match tesseraTest "^\s*test\s\+\"[^\"]*\"\s*:.*$" contains=tesseraDeclare,tesseraText,tesseraMoves,tesseraVerdict,tesseraComment
syn region tesseraPicture matchgroup=tesseraDeclare start="^\s*\(setup\|board\s\+\(drawn\|shape\)\)\s*$" end="^\S"me=s-1
syn match tesseraComment "#.*$" containedin=ALLBUT,tesseraComment,tesseraText

hi def link tesseraComment Comment
hi def link tesseraText String
hi def link tesseraPicture String
hi def link tesseraNumber Number
hi def link tesseraSize Number
hi def link tesseraMoves Constant
hi def link tesseraCell Constant
hi def link tesseraVerdict StorageClass
hi def link tesseraDeclare Keyword
hi def link tesseraName Type
hi def link tesseraLabel Label
hi def link tesseraDeclareWord Identifier
hi def link tesseraJoinWord Statement
hi def link tesseraActWord Function
hi def link tesseraThingWord Identifier
hi def link tesseraWayWord Constant
hi def link tesseraFormWord StorageClass

let b:current_syntax = "tessera"

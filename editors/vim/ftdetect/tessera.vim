" Rules files of Tessera.
autocmd BufRead,BufNewFile *.game setfiletype tessera

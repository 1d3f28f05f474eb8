# Stands still: steps are what the command and the files say.
while read -r word rest; do
    set -- $rest
    case $word in
    hello) [ "$3" = double ] && echo "methods still form ode" || echo "unsupported no" ;;
    model | reset) echo ok ;;
    step) echo "done $1 $4 $5" ;;
    esac
done
